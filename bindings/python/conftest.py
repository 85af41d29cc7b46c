"""The adapters for toolkits, and their tests, run where they are named (`pytest tests/adapters/test_tk.py`):
an environment has one toolkit at most."""

ADAPTERS = ("gtk", "qt", "textual", "tk")

collect_ignore = ["tests/adapters", "tests/databases"]
collect_ignore += [f"src/iqlist/{name}{ending}" for name in ADAPTERS for ending in ("", ".py")]
collect_ignore_glob = ["src/iqlist/_gtk*.py", "src/iqlist/_qt*.py"]
