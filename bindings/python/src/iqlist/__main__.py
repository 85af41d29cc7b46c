"""`python -m iqlist`: see `iqlist.cli`."""

from .cli import program

if __name__ == "__main__":
    program()
