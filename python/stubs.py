"""Writes the docstrings of the extension module into its type stubs, where editors look for them: python stubs.py

The signatures in `quevedo/_quevedo.pyi` are written by hand; docstrings come from the module, without their examples. A test refuses stubs
with others."""

import ast
import inspect
from pathlib import Path

STUBS = Path(__file__).parent / "quevedo" / "_quevedo.pyi"


def described(text, module):
    """The stubs with the docstrings of the module."""
    lines = text.splitlines()
    things = [(node, getattr(module, node.name)) for node in definitions(ast.parse(text))]
    things += [(part, getattr(thing, part.name)) for node, thing in things for part in definitions(node)]
    # From the last line to the first, so that the numbers of the others stay right.
    for node, thing in sorted(things, key=lambda pair: -pair[0].lineno):
        describe(lines, node, document(thing, " " * (node.col_offset + 4)))
    return "\n".join(lines) + "\n"


def definitions(node):
    """The classes and functions in a body, without those that Python calls by itself."""
    kinds = (ast.ClassDef, ast.FunctionDef)
    return [part for part in getattr(node, "body", []) if isinstance(part, kinds) and not part.name.startswith("_")]


def document(thing, indent):
    """The lines of a docstring."""
    text = inspect.getdoc(thing).split(">>>")[0].strip()
    return [(indent + line).rstrip() for line in f'"""{text}"""'.splitlines()]


def describe(lines, node, document):
    """Puts a docstring behind the head of a class or a function."""
    first = node.body[0]
    begin = min([first.lineno, *(mark.lineno for mark in getattr(first, "decorator_list", []))]) - 1
    if ast.get_docstring(node) is not None:
        lines[begin : first.end_lineno] = document
    elif isinstance(node, ast.ClassDef):
        lines[begin:begin] = [*document, ""]
    else:
        lines[begin] = lines[begin].removesuffix(" ...")
        lines[begin + 1 : begin + 1] = document


def main():
    from quevedo import _quevedo

    STUBS.write_text(described(STUBS.read_text(encoding="utf-8"), _quevedo), encoding="utf-8")


if __name__ == "__main__":
    main()
