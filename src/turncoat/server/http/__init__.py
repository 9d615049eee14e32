"""What every answer over HTTP has in common: headers, cookies, protection against forged forms."""
