"""Pin every dependency with its hashes: `make lock` writes requirements/*.txt, without index lines."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def main() -> None:
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "uv"], check=True)
    extras = [word for extra in ("client", "cluster", "envs", "server") for word in ("--extra", extra)]
    lock("requirements/dev.txt", *extras, "pyproject.toml", "requirements/dev.in")
    lock("requirements/bench.txt", "requirements/bench.in")
    lock("requirements/peers.txt", "requirements/peers.in")
    lock("requirements/node.txt", "requirements/node.in")
    lock("requirements/node-20.txt", "requirements/node-20.in")


def lock(locked: str, *asked: str) -> None:
    subprocess.run(
        [
            *(sys.executable, "-m", "uv", "pip", "compile", "--universal", "--python-version", "3.11"),
            *("--generate-hashes", "--no-emit-index-url", "--no-emit-find-links", "--no-header", "--quiet"),
            *(*asked, "-o", locked),
        ],
        check=True,
        cwd=ROOT,
    )


if __name__ == "__main__":
    main()
