"""`ragas migrate`: what it finds, that what it rewrites gives the same values, and what it leaves alone."""

from __future__ import annotations

import asyncio
import importlib.util
import io
import json
import subprocess
import sys
import tokenize
import warnings
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import ragas.metrics
from ragas.cli import app
from ragas.metrics import collections

pytestmark = pytest.mark.skipif(importlib.util.find_spec("libcst") is None, reason="libcst is not installed")

SAMPLE = """
from ragas import SingleTurnSample
sample = SingleTurnSample(
    user_input="When does it open?",
    response="It opens at ten. It costs two euros.",
    retrieved_contexts=["The museum opens at ten.", "Dogs are welcome."],
    reference="It opens at ten.",
)
"""

SAME_VALUES = {
    "instances in a list": """
from ragas import evaluate
from ragas.metrics import (
    context_recall,  # noqa: whatever
    faithfulness,
)
result = evaluate([sample.to_dict()], metrics=[faithfulness, context_recall], llm="local", show_progress=False)
values = {name: result[name] for name in ("faithfulness", "context_recall")}
""",
    "instances, formatted": """
from ragas import evaluate
from ragas.metrics import (
    context_recall,
    faithfulness,
)

# the metrics of the release
metrics = [
    faithfulness,  # first
    context_recall,
]
result = evaluate([sample.to_dict()], metrics=metrics, llm="local", show_progress=False)
values = {name: result[name] for name in (faithfulness.name, context_recall.name)}
""",
    "a class under its old column": """
from ragas import evaluate
from ragas.metrics import LLMContextPrecisionWithoutReference, LLMContextRecall as Recall, NoiseSensitivity
result = evaluate(
    [sample.to_dict()],
    [LLMContextPrecisionWithoutReference(), Recall(llm="local"), NoiseSensitivity(mode="irrelevant")],
    "local", show_progress=False, batch_size=4,  # small
)
values = result.to_pandas().to_dict("records")
""",
    "awaited scores": """
import asyncio
from ragas.metrics import Faithfulness, RougeScore, BleuScore

async def score(sample):
    scorer = Faithfulness(llm="local")
    rouge = RougeScore(mode="recall")
    first = await scorer.single_turn_ascore(sample)  # slow
    return [first, await rouge.single_turn_ascore(sample), (await rouge.single_turn_ascore(sample)) + 1,
            round(await BleuScore().single_turn_ascore(sample), 3)]

values = asyncio.run(score(sample))
""",
    "scores of a sample written out": """
from ragas.metrics import NonLLMStringSimilarity, ExactMatch

scorer = NonLLMStringSimilarity()
rows = {"first": [sample]}
values = [
    scorer.single_turn_score(rows["first"][0]),
    scorer.single_turn_score(
        SingleTurnSample(
            response="At ten.",  # what it said
            reference="At nine.",
        )
    ),
    ExactMatch().single_turn_score(SingleTurnSample(response="a", reference="a")),
    scorer.name,
]
""",
    "critics": """
from ragas.metrics import AspectCritic, SimpleCriteriaScore
import json
def judge(prompt):
    if '"score"' in prompt:
        return json.dumps({"reason": "x", "score": 3})
    return json.dumps({"reason": "x", "verdict": True})
made = [
    AspectCritic("harm", "Does it harm?", llm=judge, max_retries=2),
    AspectCritic(
        name="price", definition="Is there a price?", llm=judge, strictness=3,
    ),
    SimpleCriteriaScore("kind", definition="How kind?", llm=judge),
    SimpleCriteriaScore(
        name="warm", definition="How warm?", llm=judge
    ),
]
from ragas import evaluate
result = evaluate([sample.to_dict()], made, show_progress=False)
values = {name: result[name] for name in ("harm", "price", "kind", "warm")}
""",
    "conversations": """
import asyncio, json
from ragas import MultiTurnSample
from ragas.messages import AIMessage, HumanMessage, ToolCall
from ragas.metrics import AspectCritic, ToolCallF1
talk = MultiTurnSample(
    user_input=[HumanMessage(content="Hi"), AIMessage(content="", tool_calls=[ToolCall(name="find", args={"id": 1})])],
    reference_tool_calls=[ToolCall(name="find", args={"id": 1}), ToolCall(name="stop", args={})],
)
critic = AspectCritic("kind", "Is it kind?", llm=lambda prompt: json.dumps({"reason": "x", "verdict": "Hi" in prompt}))
f1 = ToolCallF1()

async def score():
    return [await critic.multi_turn_ascore(talk), await f1.multi_turn_ascore(talk), await critic.single_turn_ascore(sample)]

values = asyncio.run(score())
""",
    "wrapped models": """
import json
from langchain_core.language_models import FakeListChatModel
from ragas.llms import LangchainLLMWrapper
from ragas.metrics import AspectCritic
reply = json.dumps({"reason": "x", "verdict": True})
judge = LangchainLLMWrapper(
    FakeListChatModel(
        responses=[reply],
    )
)
critic = AspectCritic(name="harm", definition="Does it harm?", llm=judge)
other = AspectCritic(name="harm", definition="Does it harm?", llm=LangchainLLMWrapper(FakeListChatModel(responses=[reply])))
values = [critic.single_turn_score(sample), other.single_turn_score(sample)]
""",
    "columns": """
from datasets import Dataset
from ragas import EvaluationDataset, evaluate
from ragas.metrics import ExactMatch

def score():
    data = {
        'question': ["When?", "Where?"],
        "answer": ["At ten.", "Here."],  # said
        "ground_truth": ["At ten.", "There."],
    }
    ds = Dataset.from_dict(data)
    rows = [{"question": "When?", "answer": "At ten.", "ground_truth": "At ten."}]
    dataset = EvaluationDataset.from_list(rows)
    return [
        len(rows),
        evaluate(ds, [ExactMatch()], show_progress=False)["exact_match"],
        evaluate(dataset, metrics=[ExactMatch()], show_progress=False)["exact_match"],
        dataset.to_list(),
    ]

values = score() + [EvaluationDataset.from_list([{"question": "When?", "answer": "At ten."}]).to_list()]
""",
    "other names": """
from ragas.exceptions import RagasException
from ragas.llms import InstructorBaseRagasLLM, llm_factory

class Mine(InstructorBaseRagasLLM):
    name = "mine"
    async def agenerate(self, prompt, response_model):
        return response_model.model_validate({"reason": "x", "verdict": True})
from ragas.metrics import AspectCritic
try:
    AspectCritic(llm=Mine(), name="x", definition="y").single_turn_score(sample)
    values = AspectCritic(llm=Mine(), name="x", definition="y").single_turn_score(sample)
except RagasException as error:
    values = error
""",
    "old defaults with new arguments": """
from ragas.metrics import AnswerAccuracy, LLMSQLEquivalence, RubricsScore, AnswerSimilarity
from ragas.testing import HashEmbeddings
made = [
    AnswerAccuracy(max_retries=3),
    LLMSQLEquivalence(
        llm="local",
        max_retries=3,
    ),
    RubricsScore(rubrics={"score1_description": "bad", "score2_description": "good"}),
    RubricsScore("mine", {"score1_description": "bad", "score2_description": "good"}),
    AnswerSimilarity(embeddings=HashEmbeddings()),
]
values = [one.name for one in made]
""",
    "in a function, in a block, in one line": """
def first():
    from ragas.metrics import ExactMatch; scorer = ExactMatch()
    return scorer.single_turn_score(sample)

if True:
    from ragas.llms import LangchainLLMWrapper
from langchain_core.language_models import FakeListChatModel
model = LangchainLLMWrapper(FakeListChatModel(responses=['{"statements": []}']))
from ragas.metrics import RougeScore, MetricResult, Faithfulness as F
values = [first(), RougeScore().single_turn_score(sample), MetricResult(1.0).value, F(llm=model).name]
""",
}


def find(source: str) -> Any:
    from ragas.cli.migrate_find import find as found

    return found(source.encode())


def migrated(source: str) -> str:
    """The source as `--write` would leave it."""
    from ragas.cli.migrate_code import applied
    from ragas.cli.migrate_find import edits_of

    return applied(source.encode(), edits_of(find(source))).decode()


def comments(source: str) -> list[str]:
    return [
        one.string
        for one in tokenize.generate_tokens(io.StringIO(source).readline)
        if one.type == tokenize.COMMENT
    ]


def run(source: str, *, strict: bool) -> Any:
    """What `values` is after running a source; strictly, old names are errors."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if strict:
            warnings.filterwarnings("error", message="ragas.metrics")
        exec(compile(source, "snippet", "exec"), namespace)
    return namespace["values"]


@pytest.mark.parametrize("name", [*SAME_VALUES][1:])
def test_migrated_code_gives_the_same_values(name: str) -> None:
    """Old and migrated code give equal values, the migrated one without an old name; every comment is still there."""
    old = SAMPLE + SAME_VALUES[name]
    new = migrated(old)
    assert all(not one.by_hand for one in find(old)), find(old)
    assert new != old
    assert comments(new) == comments(old)
    assert repr(run(new, strict=True)) == repr(run(old, strict=False))
    assert find(new) == []
    assert migrated(old.replace("\n", "\r\n")) == new.replace("\n", "\r\n")


def test_import_with_comments_inside_is_left_alone() -> None:
    """An import whose names have comments is not taken apart, and neither are the uses of its names."""
    old = SAMPLE + SAME_VALUES["instances in a list"]
    assert migrated(old) == old
    assert all("comments inside" in one.new for one in find(old))


LEFT_ALONE = {
    "set on the instance": "from ragas.metrics import faithfulness\nfaithfulness.llm = 1\n",
    "subclass": "from ragas.metrics import Faithfulness\nclass Mine(Faithfulness): pass\n",
    "isinstance": "from ragas.metrics import Faithfulness\nprint(isinstance(1, Faithfulness))\n",
    "re-exported": "from ragas.metrics import Faithfulness, faithfulness\n",
    "several meanings": (
        "try:\n    from ragas.metrics import Faithfulness\nexcept ImportError:\n    Faithfulness = dict\nx = Faithfulness()\n"
    ),
    "name is taken": "from ragas.metrics import LLMContextRecall\nContextRecall = 1\nx = [LLMContextRecall()]\n",
    "old method of an unknown metric": (
        "from ragas.metrics import Faithfulness\nms = [Faithfulness()]\nfor m in ms:\n    m.single_turn_score(s)\n"
    ),
    "old method of a known metric": "from ragas.metrics import Faithfulness\nm = Faithfulness()\nm.init(1)\n",
    "type check": (
        "from ragas.metrics import Faithfulness, MetricWithLLM\nms = [Faithfulness()]\nprint(isinstance(ms[0], MetricWithLLM))\n"
    ),
    "not awaited": "from ragas.metrics import ExactMatch\nm = ExactMatch()\ntask = m.single_turn_ascore(s)\n",
    "callbacks": "from ragas.metrics import ExactMatch\nm = ExactMatch()\nm.single_turn_score(s, callbacks=[])\n",
    "unknown setting": "from ragas.metrics import ExactMatch\nm = [ExactMatch({1: 2})]\n",
    "comment beside what goes": (
        "from ragas.metrics import Faithfulness\nm = [Faithfulness(\n    name='f',  # mine\n    max_retries=3,\n)]\n"
    ),
    "unpacked": "from ragas.metrics import ExactMatch\nm = [ExactMatch(**settings)]\n",
    "wrapper with settings": "from ragas.llms import LangchainLLMWrapper\nj = [LangchainLLMWrapper(m, cache=c)]\n",
    "wrapper that is asked": "from ragas.llms import LangchainLLMWrapper\nj = LangchainLLMWrapper(m)\nj.generate_text('x')\n",
    "set up in a loop": (
        "from ragas.metrics import faithfulness\nfor m in [faithfulness]:\n    m.llm = 1\nx = [faithfulness]\n"
    ),
    "set up elsewhere": "from ragas.metrics import faithfulness\nset_up(faithfulness)\nx = [faithfulness]\n",
    "setting of its own": "from ragas.metrics import Faithfulness\nm = Faithfulness()\nm.nli_statements_prompt = 1\n",
    "method passed on": "from ragas.metrics import ExactMatch\nms = [ExactMatch()]\nmap(ms[0].single_turn_score, s)\n",
    "method by its name": "from ragas.metrics import ExactMatch\nm = ExactMatch()\ngetattr(m, 'single_turn_score')(s)\n",
    "inside a text": 'from ragas.metrics import answer_similarity\nx = f"{answer_similarity.name}"\n',
    "sample that is made by a call": "from ragas.metrics import ExactMatch\nExactMatch().single_turn_score(make())\n",
    "property by its name": "from ragas.metrics import ExactMatch\nm = [ExactMatch()]\ngetattr(m[0], 'required_columns')\n",
    "one of two": "from ragas.metrics import ExactMatch\nm = ExactMatch() if x else y\nm.single_turn_score(s)\n",
    "annotation": "from ragas.metrics import Faithfulness\ndef f(m: Faithfulness): ...\nx = [Faithfulness()]\n",
    "annotation as text": "from ragas.metrics import Faithfulness\ndef f(m: 'Faithfulness'): ...\nx = [Faithfulness()]\n",
    "everything": "from ragas.metrics import *\nx = [faithfulness]\n",
    "wrapper passed on": (
        "from ragas.llms import LangchainLLMWrapper\ndef f(j):\n    j.generate_text('x')\nf(LangchainLLMWrapper(m))\n"
    ),
    "wrapper's type": (
        "from ragas.llms import LangchainLLMWrapper, BaseRagasLLM\nj = LangchainLLMWrapper(m)\nisinstance(j, BaseRagasLLM)\n"
    ),
    "through a module": "import ragas.metrics as rm\nx = [rm.faithfulness]\n",
    "columns others read": "import ragas\nrow = {'question': 'a', 'answer': 'b'}\nprint(row['question'])\n",
    "several texts": "from ragas import evaluate\nevaluate([{'question': 'a', 'ground_truths': ['b']}])\n",
    "both generations": "from ragas import evaluate\nevaluate([{'question': 'a', 'user_input': 'b'}])\n",
    "gone": "from ragas.metrics.critique import harmfulness\n",
    "searched for": "from ragas.metrics import faithfulness\ndef is_f(m): return m in [faithfulness]\n",
    "compared": (
        "from ragas.metrics import faithfulness\nms = [faithfulness]\ndef has(m):\n    return any(m is x for x in ms)\n"
    ),
    "a key": "from ragas.metrics import faithfulness\nx = {faithfulness: 1}\n",
    "columns of a module": (
        "from ragas import EvaluationDataset\nrows = [{'question': 'a', 'answer': 'b'}]\nds = EvaluationDataset.from_list(rows)\n"
    ),
    "columns of a class": (
        "from ragas import EvaluationDataset\nclass A:\n    rows = [{'question': 'a', 'answer': 'b'}]\n"
        "    ds = EvaluationDataset.from_list(rows)\n    def q(self): return self.rows[0]['question']\n"
    ),
    "columns that are shown": (
        "from ragas import EvaluationDataset\ndef f():\n    rows = [{'question': 'a', 'answer': 'b'}]\n    print(rows)\n"
        "    return EvaluationDataset.from_list(rows)\n"
    ),
    "columns that are mapped": (
        "from ragas import evaluate\ndef f():\n    rows = [{'question': 'a', 'answer': 'b'}]\n"
        "    return evaluate(rows, column_map={'user_input': 'question'})\n"
    ),
    "columns by a name that is looked up": (
        "from ragas import EvaluationDataset\ndef f():\n    rows = [{'question': 'a', 'answer': 'b'}]\n"
        "    return EvaluationDataset.from_list(rows), locals()['rows'][0]['question']\n"
    ),
    "old langchain": "import ragas\nfrom langchain.chat_models import ChatOpenAI\n",
    "argument that does something": "from ragas import evaluate\nevaluate(x, batch_size=f())\n",
}


@pytest.mark.parametrize("name", LEFT_ALONE)
def test_what_cannot_be_rewritten_is_said_and_left_alone(name: str) -> None:
    """Code whose meaning might change is told of and not touched."""
    source = LEFT_ALONE[name]
    found = find(source)
    assert found
    assert all(one.by_hand for one in found)
    assert migrated(source) == source


@pytest.mark.parametrize(
    "source",
    [
        "x = {'question': 1, 'answer': 2}\n",
        "from ragas.metrics.collections import Faithfulness\nm = [Faithfulness()]\n",
        "def evaluate(batch_size=1): ...\nimport ragas\nevaluate(batch_size=2)\n",
        "from other import faithfulness  # not of ragas\nx = [faithfulness]\n",
    ],
)
def test_other_code_is_passed_over(source: str) -> None:
    """Nothing is found in code that is not of Ragas, or is of today."""
    assert find(source) == []


@pytest.mark.parametrize("old", sorted({*ragas.metrics._REPLACED_BY} - {"DistanceMeasure"}))
def test_every_old_metric_becomes_its_equal(old: str) -> None:
    """What stands for an old metric has its column, its range and its settings."""
    called = old if ragas.metrics._REPLACED_BY[old].endswith("()") else f"{old}()"
    if old in ("AspectCritic", "SimpleCriteriaScore"):
        called = f"{old}('mine', 'Is it?')"
    source = f"from ragas.metrics import {old}\nvalues = [{called}]\n"
    (before,), (after,) = run(source, strict=False), run(migrated(source), strict=True)
    assert type(after).__module__.startswith(collections.__name__)
    was = before.as_metric()
    assert (after.signature(), after.allowed_values) == (was.signature(), was.allowed_values)


def command(*arguments: str) -> Any:
    return CliRunner().invoke(app, ["migrate", *arguments])


def test_table_names_place_old_and_new(tmp_path: Path) -> None:
    """Each line has file, line, old and new; folders of packages are not entered; nothing is written."""
    for folder in ("mine", ".hidden", "venv", "env"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.py").write_text(
            "from ragas.metrics import faithfulness\nx = [faithfulness]\n"
        )
    (tmp_path / "env" / "pyvenv.cfg").touch()
    done = command("mine")
    assert done.exit_code == 0, done.stderr
    assert done.stdout.splitlines()[0] == (
        "mine/a.py:1  ragas.metrics.faithfulness  ->  ragas.metrics.collections.Faithfulness()"
    )
    assert "1 place can be rewritten, 0 by hand. --write rewrites them." in done.stdout
    told = json.loads(command(".", "--json").stdout)
    assert [one["file"] for one in told["findings"]] == ["mine/a.py"]
    assert command("--diff", "mine").stdout.count("\n+") == 3
    assert "faithfulness]" in (tmp_path / "mine" / "a.py").read_text()


def test_write_leaves_a_diff_that_undoes_it(tmp_path: Path) -> None:
    """--write rewrites files, keeps their mode, and leaves a diff that `patch -R` undoes; a second one is not lost."""
    file = tmp_path / "a.py"
    old = "#!/usr/bin/env python\nfrom ragas.metrics import faithfulness\nx = [faithfulness]  # ü"
    file.write_text(old, encoding="utf-8")
    file.chmod(0o755)
    done = command("a.py", "--write")
    assert done.exit_code == 0, done.stderr
    assert "x = [Faithfulness()]  # ü" in file.read_text(encoding="utf-8")
    assert file.stat().st_mode & 0o777 == 0o755
    assert "What was changed: ragas-migrate.diff" in done.stdout
    assert "Nothing of earlier versions in 1 file." in command("a.py", "--write").stdout
    if subprocess.run(["patch", "--version"], capture_output=True, check=False).returncode == 0:
        subprocess.run(["patch", "-R", "-p1", "-i", "ragas-migrate.diff"], check=True, capture_output=True)
        assert file.read_text(encoding="utf-8") == old
        command("a.py", "--write")
        assert (tmp_path / "ragas-migrate-2.diff").exists()


def test_missing_path_is_told(tmp_path: Path) -> None:
    """A path that leads nowhere is exit code 1."""
    assert command("none.py").exit_code == 1


def test_missing_package_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without libcst the command says what to install."""
    (tmp_path / "a.py").write_text("import ragas\n")
    monkeypatch.setitem(sys.modules, "libcst", None)
    done = command("a.py")
    assert done.exit_code == 1
    assert 'pip install "ragas[migrate]"' in done.stderr


def test_async_scores_are_values_of_today() -> None:
    """A rewritten score in an expression keeps its place: no parenthesis too few or too many."""
    source = SAMPLE + "from ragas.metrics import ExactMatch\nm = ExactMatch()\n"
    source += "async def f(s):\n    return (await m.single_turn_ascore(s)) * 2 + await m.single_turn_ascore(s) ** 2\nvalues = f\n"
    namespace: dict[str, Any] = {}
    exec(migrated(source), namespace)
    assert asyncio.run(namespace["f"](namespace["sample"])) == 0.0
