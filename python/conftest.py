"""Doctests of adapters need the packages that they adapt to."""

from importlib.util import find_spec

collect_ignore = [f"quevedo/{name}.py" for name in ("gymnasium", "pettingzoo") if find_spec(name) is None]
