"""Say in a sentence what this machine lacks to build meldwise; `make setup` asks before it installs anything."""

import os
import shlex
import subprocess
import sys
import sysconfig


def main() -> None:
    if sys.version_info < (3, 11):
        sys.exit("meldwise needs Python 3.11 or newer; say make PYTHON=python3.12")
    named = os.environ.get("CXX")
    if not any(compiles(command) for command in ([named] if named else ["c++", "g++", "clang++"])):
        sys.exit("meldwise needs a C++20 compiler to build from source; install g++ or clang++, or name yours in CXX.")
    if not os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")):
        sys.exit("meldwise needs the headers of Python to build from source; install python3-dev.")


def compiles(command: str) -> bool:
    """Return whether the compiler knows C++20 and its library."""
    words = [*shlex.split(command), "-std=c++20", "-fsyntax-only", "-x", "c++", "-"]
    try:
        return subprocess.run(words, input=b"#include <span>\n", capture_output=True, check=False).returncode == 0
    except OSError:
        return False


if __name__ == "__main__":
    main()
