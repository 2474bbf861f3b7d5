"""To come."""
import argparse
HELP = "x"
def add_options(parser: argparse.ArgumentParser) -> None: ...
def run(given: argparse.Namespace) -> int: return 0
