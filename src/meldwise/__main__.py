"""`python -m meldwise` is the program `meldwise`."""

from meldwise.cli.main import run

run()
