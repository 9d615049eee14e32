"""The API: everything the pages can do, as JSON. Described at ``/openapi.json``."""
