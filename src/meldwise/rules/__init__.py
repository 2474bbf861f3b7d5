"""One file a ruleset, holding only what differs; the catalog finds them by looking."""
