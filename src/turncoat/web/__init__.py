"""The web pages: their templates and data, answer forms, drawings, styles and scripts.

This package handles no requests; ``turncoat.web.site`` does.
"""
