"""The gallery: `examples/*.py` as notebooks. Run it after changing an example: python notebooks.py

A line `# %% text` begins a cell; its text, and the docstring of the file, are cells of their own. A test refuses notebooks that are not
those of their scripts, and executes them."""

import ast
import json
from pathlib import Path

FOLDER = Path(__file__).parent / "examples"
MARK = "# %%"


def cells(script):
    """The cells of a script: their kinds and texts."""
    document = ast.get_docstring(ast.parse(script))
    head, *parts = script.split(f"\n{MARK}")
    found = [("markdown", document)]
    for part in parts:
        text, _, code = part.partition("\n")
        if text.strip():
            found.append(("markdown", text.strip()))
        if code.strip():
            found.append(("code", code.strip("\n")))
    return found


def notebook(script):
    """A script as a notebook without outputs."""
    made = []
    for number, (kind, text) in enumerate(cells(script)):
        cell = {"cell_type": kind, "id": f"cell-{number}", "metadata": {}, "source": text.splitlines(keepends=True)}
        made.append(cell | ({"execution_count": None, "outputs": []} if kind == "code" else {}))
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    metadata = {"kernelspec": kernel, "language_info": {"name": "python"}}
    return json.dumps({"cells": made, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}, indent=1, ensure_ascii=False) + "\n"


def main():
    for path in sorted(FOLDER.glob("*.py")):
        path.with_suffix(".ipynb").write_text(notebook(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
