"""How many moves a server of tables takes, how soon everyone sees them, and what a socket costs."""
