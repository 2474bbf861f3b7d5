"""Print the Python to set up with: `python3`, unless another of its version on this machine is clearly quicker.

pyenv, for one, builds Python without optimising it by a profile, and a server's move takes a seventh longer then. What
a build was given is not always written down, so it is measured.
"""

import os
import subprocess
import sys

QUICKER = 0.92
"""The share of the time of `python3` that another one may take at most to be worth the surprise."""
ROUNDS = 3
USUAL = ("/usr/local/bin", "/usr/bin", "/opt/homebrew/bin")
WHO = """
import ensurepip, os, sys, sysconfig, venv
if os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")):
    print(sys.version_info[:2], os.path.realpath(sys.executable))
"""
"""Tells who it is, where it can make an environment and build for it."""
PIECE = """
import time

class Seat:
    def __init__(self, tiles):
        self.tiles = tiles

    def count(self, wanted):
        return len([tile for tile in self.tiles if tile[1] > wanted])

def turn(number):
    seats = [Seat(tuple((color, number % 13) for color in "krbo")) for _ in range(4)]
    counts = {seat: seats[seat].count(number % 7) for seat in range(4)}
    return max(counts, key=counts.get), isinstance(counts, dict)

def took():
    began = time.perf_counter()
    for number in range(4000):
        turn(number)
    return time.perf_counter() - began

print(min(took() for _ in range(5)))
"""
"""Does what our code does most: small calls, small objects, little arithmetic."""


def main() -> None:
    found = candidates()
    times = dict.fromkeys(found, float("inf"))
    for _ in range(ROUNDS if len(found) > 1 else 0):  # in turn, so that a slow moment is everyone's
        for python in found:
            times[python] = min(times[python], float(asked(python, PIECE) or "inf"))
    best = min(found, key=times.__getitem__, default="python3")
    print(best if found and times[best] < QUICKER * times[found[0]] else "python3")


def candidates() -> list[str]:
    """Return the Pythons of the version of `python3`, itself first; none where it will not do itself."""
    own = asked("python3", WHO)
    if not own:
        return []
    version, _, path = own.rpartition(" ")
    found = [path]
    places = [*os.environ.get("PATH", "").split(os.pathsep), *USUAL]
    for name in ("python3", f"python{sys.version_info[0]}.{sys.version_info[1]}"):
        for place in places:
            who = os.path.exists(os.path.join(place, name)) and asked(os.path.join(place, name), WHO)
            if who and who.startswith(version) and who.rpartition(" ")[2] not in found:
                found.append(who.rpartition(" ")[2])
    return found


def asked(python: str, program: str) -> str:
    """Return what a program prints; nothing where it fails."""
    try:
        ran = subprocess.run([python, "-I", "-c", program], capture_output=True, text=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return ran.stdout.strip() if ran.returncode == 0 else ""


if __name__ == "__main__":
    main()
