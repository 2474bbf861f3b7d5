"""Programs that the docs tell of."""
