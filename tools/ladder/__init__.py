"""`make ladder`: all opponents against each other in every ruleset, with ratings, tables and plots for the docs."""
