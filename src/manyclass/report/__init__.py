"""How tables and figures look; nothing here knows a number."""
