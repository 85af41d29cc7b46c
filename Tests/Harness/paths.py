"""A folder that is the whole PATH of a command: what this machine has, without what is said to be missing."""

from pathlib import Path

# Where the commands of a system are.
SYSTEM = ("/usr/bin", "/bin")


def path_without(folder: Path, *missing: str) -> Path:
    """A folder with links to the system's commands, without these. Tests may put others into it."""
    folder.mkdir(parents=True)
    for system in map(Path, SYSTEM):
        for program in system.iterdir():
            link = folder / program.name
            if program.name not in missing and not link.is_symlink():
                link.symlink_to(program)
    return folder


def put(folder: Path, name: str, text: str) -> Path:
    """Puts a script into such a folder, in the place of what is there."""
    script = folder / name
    script.unlink(missing_ok=True)
    script.write_text(f"#!/bin/sh\n{text}\n")
    script.chmod(0o755)
    return script
