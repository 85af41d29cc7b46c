"""The adapters for toolkits, and their tests, run where they are named (`pytest tests/adapters/test_tk.py`):
an environment has one toolkit at most. So do the tests with servers; they try the examples of the logs."""

ADAPTERS = ("gtk", "qt", "textual", "tk")

collect_ignore = ["tests/adapters", "tests/databases"]
collect_ignore += [f"src/iqlist/{name}{ending}" for name in ADAPTERS for ending in ("", ".py")]
collect_ignore += [f"src/iqlist/sync/{name}_log.py" for name in ("postgres", "redis")]
collect_ignore_glob = ["src/iqlist/_gtk*.py", "src/iqlist/_qt*.py"]
