"""A server keeps its rooms in large pages, where the system has them."""

import subprocess
import sys

import pytest

PROGRAM = """
import sys
from meldwise.solver._kernel import use_large_pages

before = [str(number) for number in range(200_000)]
assert use_large_pages()
many = [(str(number), number) for number in range(500_000)]
del before
assert many[123_456] == ("123456", 123_456)
advised, size = 0, 0
for line in open("/proc/self/smaps"):
    if line.startswith("Size:"):
        size = int(line.split()[1])
    elif line.startswith("VmFlags:") and " hg" in line:
        advised += size
del many
again = [[number] for number in range(500_000)]
assert sum(one[0] for one in again) == sum(range(500_000))
print(advised)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux is asked for them")
def test_small_objects_lie_in_memory_for_large_pages_and_what_was_there_before_stays_sound():
    ran = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True, timeout=60)
    assert int(ran.stdout) >= 32 * 1024  # kilobytes
