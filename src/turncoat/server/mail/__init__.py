"""Mail: writing, sending and receiving mails, and the mail addresses of people."""
