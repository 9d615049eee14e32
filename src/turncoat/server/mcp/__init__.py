"""The door for agents that speak the Model Context Protocol (MCP): tools, resources and prompts at ``/mcp``."""
