"""Memory of a process."""

from dataclasses import dataclass


@dataclass
class Memory:
    """In MB of 1000 kB; `pss` is None where the kernel does not tell us, and `dirty` then without files' pages."""

    pss: float | None
    dirty: float


def memory(pid):
    try:
        sizes = _sizes(f"/proc/{pid}/smaps_rollup")
        return Memory(sizes["Pss"] / 1000, sizes["Private_Dirty"] / 1000)
    except PermissionError:
        # The process refuses to be read (PR_SET_DUMPABLE): only root may look closer.
        return Memory(None, _sizes(f"/proc/{pid}/status")["RssAnon"] / 1000)


def _sizes(path):
    with open(path) as file:
        lines = [line.split() for line in file]
    return {words[0].rstrip(":"): int(words[1]) for words in lines if words[-1] == "kB"}
