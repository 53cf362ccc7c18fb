"""User case C17: a clean, quiet import and a first metric in a bare environment."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ragas import __version__

# Every name look-up hangs and every connection fails, as behind a wall; LangChain and git are not there.
WALLED = """
import socket, sys, time
def hang(*args, **kwargs):
    time.sleep(30)
def refuse(*args, **kwargs):
    raise AssertionError("a connection was opened")
socket.getaddrinfo = socket.gethostbyname = hang
socket.socket.connect = socket.socket.connect_ex = refuse
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0].startswith(("langchain", "git")):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Missing())
"""
WORK = """
import ragas
from ragas import evaluate, EvaluationDataset
from ragas.metrics import faithfulness, answer_relevancy, context_precision, context_recall
from ragas.metrics.collections import Faithfulness, BleuScore, ExactMatch
print(ragas.__version__, ExactMatch().score(response="Oslo", reference="Oslo").value)
print(evaluate(EvaluationDataset.from_list([{"response": "Oslo", "reference": "Oslo"}]), [ExactMatch()], show_progress=False))
"""
WITHOUT_LANGCHAIN = """
from ragas import evaluate
from ragas.llms import LangchainLLMWrapper
from ragas.metrics import AspectCritic
class Chat:
    def invoke(self, messages, **kwargs):
        return type("Message", (), {"content": '{"reason": "It names the capital.", "verdict": true}'})()
row = {"user_input": "Capital of Norway?", "response": "Oslo."}
for model in (Chat(), object()):
    metric = AspectCritic(name="right", definition="Is it right?", llm=LangchainLLMWrapper(model))
    try:
        print(evaluate([row], [metric], show_progress=False, raise_exceptions=True)["right"])
    except Exception as error:
        print(type(error).__name__, error)
"""


def behind_the_wall(code: str, home: Path) -> subprocess.CompletedProcess[str]:
    """What the code does in a process with an empty PATH and a home that cannot be written to."""
    environment = {"HOME": str(home), "PATH": "", "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [sys.executable, "-W", "error::UserWarning", "-c", WALLED + code],
        capture_output=True,
        text=True,
        check=False,
        timeout=25,
        env=environment,
        cwd=home,
    )


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home directory that can be read and not written to."""
    place = tmp_path / "home"
    place.mkdir()
    os.chmod(place, 0o555)
    return place


def test_c17_a_first_metric_in_a_bare_environment(home: Path) -> None:
    """No LangChain, no git, no writable home, no network: ragas imports, scores and evaluates, and writes nothing."""
    done = behind_the_wall(WORK, home)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"{__version__} 1.0\n")
    assert "exact_match" in done.stdout
    assert list(home.iterdir()) == []


def test_c17_langchain_s_wrapper_needs_no_langchain(home: Path) -> None:
    """What looks like a chat model of LangChain judges without LangChain; what does not is refused with words that help."""
    done = behind_the_wall(WITHOUT_LANGCHAIN, home)
    assert done.returncode == 0, done.stderr
    scored, refused = done.stdout.splitlines()
    assert scored == "[1.0]"
    assert "Pass llm_factory(...), a LangChain" in refused
