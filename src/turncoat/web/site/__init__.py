"""The website: pages and API as one application, with the functions that answer its requests."""
