"""Every block of Python in the documents, and every example, runs."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = [ROOT / "README.md", ROOT / "docs" / "python.md", ROOT / "python" / "README.md"]
EXAMPLES = sorted((ROOT / "python" / "examples").glob("*.py"))
NEEDS = {"selfplay.py": "torch"}


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_blocks_of_a_document_run_one_after_the_other(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```python\n(.*?)^```", path.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert blocks
    names = {"__name__": "__document__"}
    for number, block in enumerate(blocks, 1):
        exec(compile(block, f"{path.name}, block {number}", "exec"), names)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_examples_run(path, tmp_path):
    if path.name in NEEDS:
        pytest.importorskip(NEEDS[path.name])
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    run = [sys.executable, str(path), "--quick"]
    done = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, timeout=300, env=environment)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_notebooks_are_those_of_the_examples_and_run(path, tmp_path, monkeypatch):
    sys.path.insert(0, str(ROOT / "python"))
    from notebooks import notebook

    text = path.with_suffix(".ipynb").read_text(encoding="utf-8")
    assert text == notebook(path.read_text(encoding="utf-8")), "run python/notebooks.py"
    if path.name in NEEDS:
        pytest.importorskip(NEEDS[path.name])
    monkeypatch.chdir(tmp_path)
    # What a kernel is started with is no concern of a notebook.
    monkeypatch.setattr(sys, "argv", ["kernel", "-f", "connection.json", "--quick"])
    cells = [cell for cell in json.loads(text)["cells"] if cell["cell_type"] == "code"]
    names = {"__name__": "__main__"}
    for number, cell in enumerate(cells, 1):
        exec(compile("".join(cell["source"]), f"{path.stem}, cell {number}", "exec"), names)


def test_the_stubs_have_the_docstrings_of_the_module():
    sys.path.insert(0, str(ROOT / "python"))
    from stubs import STUBS, described

    from quevedo import _quevedo

    text = STUBS.read_text(encoding="utf-8")
    assert text == described(text, _quevedo), "run python/stubs.py"


def test_the_stubs_have_the_signatures_of_the_module(tmp_path):
    pytest.importorskip("mypy")
    environment = {**os.environ, "MYPYPATH": str(ROOT / "python"), "PYTHONPATH": os.pathsep.join(sys.path)}
    check = [sys.executable, "-m", "mypy.stubtest", "quevedo._quevedo", "--ignore-missing-stub", "--ignore-disjoint-bases"]
    done = subprocess.run(check, cwd=tmp_path, capture_output=True, text=True, timeout=300, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr


TYPED = """import numpy as np
import quevedo

position: quevedo.Position = quevedo.Position("chess").play("e4")
move: str = quevedo.Player("alphabeta:depth=2").best(position).move
env = quevedo.VectorEnv("othello", 8)
rewards, dones = env.step(env.sample())
best: np.float32 = rewards.max()
for shard in quevedo.DataSet():
    first: np.int16 = shard.score[0]
"""


def test_programs_are_checked_by_the_types_of_the_package(tmp_path):
    pytest.importorskip("mypy")
    environment = {**os.environ, "MYPYPATH": str(ROOT / "python")}

    def problems(text):
        (tmp_path / "program.py").write_text(text, encoding="utf-8")
        check = [sys.executable, "-m", "mypy", "--strict", "program.py"]
        return subprocess.run(check, cwd=tmp_path, capture_output=True, text=True, timeout=300, env=environment).stdout

    assert "Success" in problems(TYPED)
    assert "has no attribute" in problems(TYPED + "position.push(move)\n")


def test_the_stubs_name_everything():
    """Names of the module and of its classes are in the type stubs."""
    import quevedo
    from quevedo import _quevedo

    stubs = (Path(quevedo.__file__).parent / "_quevedo.pyi").read_text(encoding="utf-8")
    for name in [name for name in dir(_quevedo) if not name.startswith("_")]:
        assert re.search(rf"^(class|def) {name}\b", stubs, re.MULTILINE), name
        thing = getattr(_quevedo, name)
        body = re.search(rf"^class {name}\b.*?(?=^\S|\Z)", stubs, re.MULTILINE | re.DOTALL)
        if isinstance(thing, type):
            for member in [member for member in vars(thing) if not member.startswith("_")]:
                assert re.search(rf"\b{member}\b", body.group(0)), f"{name}.{member}"
        assert thing.__doc__, name
