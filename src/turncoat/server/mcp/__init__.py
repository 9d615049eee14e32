"""The server of the Model Context Protocol (MCP) for agents: tools, resources and prompts at ``/mcp``."""
