"""The site: pages and API composed into one application, and the handlers that fill the pages."""
