"""Build the source archive and from it the wheel, and try the wheel where nothing can be compiled: `make wheel`."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import venv
import zipfile
from pathlib import Path

from scikit_build_core.build import build_sdist

ROOT = Path(__file__).parent.parent
DIST = ROOT / "dist"
TRIES = [
    ["check", "--rules", "pl-standard", "--set", "b3 J b5"],
    ["best", "--rules", "hu-twist", "--table", "b3 M b3", "--rack", "b4 b4 D r1"],
]


def main() -> None:
    os.chdir(ROOT)
    for old in DIST.glob("meldwise-*"):
        old.unlink()
    source = DIST / build_sdist(str(DIST))
    options = ("--quiet", "--disable-pip-version-check", "--no-deps", "--no-build-isolation", "--wheel-dir", DIST)
    subprocess.run([sys.executable, "-m", "pip", "wheel", *options, source], check=True)
    [wheel] = DIST.glob("meldwise-*.whl")
    look_inside(wheel)
    with tempfile.TemporaryDirectory() as empty:
        try_out(wheel, Path(empty))
    print(f"dist/{wheel.name} works in an empty environment without a compiler.")


def look_inside(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    foreign = [name for name in names if not name.startswith("meldwise")]
    sources = [name for name in names if name.endswith((".cpp", ".hpp", ".h", ".a", ".cmake"))]
    native = [name for name in names if name.startswith("meldwise/solver/_kernel.") and name.endswith((".so", ".pyd"))]
    if "meldwise/page/index.html" not in names:
        sys.exit(f"{wheel.name} holds no page; make setup builds it.")
    if foreign or sources or len(native) != 1:
        sys.exit(f"{wheel.name} holds what it should not, or no kernel: {foreign + sources + native}")


def try_out(wheel: Path, place: Path) -> None:
    """Install *wheel* into a new environment in *place* and use it; no program but the environment's is on the path."""
    venv.create(place, with_pip=True)
    programs = place / "bin"
    outside = {name: value for name, value in os.environ.items() if name not in ("CC", "CXX", "PYTHONPATH")}
    alone = {**outside, "PATH": str(programs)}
    options = ("--quiet", "--disable-pip-version-check", "--only-binary", ":all:")
    subprocess.run([programs / "pip", "install", *options, wheel], check=True, env=alone, cwd=place)
    for words in [["python", "-c", "import meldwise.solver._kernel"], *(["meldwise", *tried] for tried in TRIES)]:
        subprocess.run([programs / words[0], *words[1:]], check=True, env=alone, cwd=place)


if __name__ == "__main__":
    main()
