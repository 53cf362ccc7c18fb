"""`ragas align`, `ragas label`, `ragas probe` and `ragas check-judge`."""

from __future__ import annotations

import json
import os
import pty
import select
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from sklearn.metrics import cohen_kappa_score
from typer.testing import CliRunner

from ragas.cli import app
from ragas.evaluation.labels import read_labels
from ragas.schema.dataset import EvaluationDataset
from tests.evaluation.labelled import planted, scored

PROGRAM = "from ragas.cli import app; app()"


def command(*arguments: object, answers: str = "", env: dict[str, str] | None = None) -> Result:
    return CliRunner().invoke(
        app, [str(one) for one in arguments], input=answers or None, env={"COLUMNS": "80", **(env or {})}
    )


def write(path: str, rows: list[dict[str, Any]]) -> None:
    Path(path).write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")


@pytest.fixture(autouse=True)
def files(in_a_folder_of_its_own: None) -> None:
    """A run, labels of one person and of two, and data that the embedded judge can score."""
    scores, first, second = planted()
    scored(scores).save("runs/main")
    write(
        "one.jsonl",
        [{"id": f"q{row}", "label": one, "reason": f"because {row}"} for row, one in enumerate(first)],
    )
    write("two.jsonl", [{"id": f"q{row}", "ana": one, "ben": second[row]} for row, one in enumerate(first)])
    write(
        "data.jsonl",
        [
            {
                "id": f"q{row}",
                "user_input": "When was it opened?",
                "response": f"The bridge was opened in {1900 + row}."
                if row % 2
                else "A ferry sails to Lund in winter.",
                "retrieved_contexts": [f"The bridge was opened in {1900 + row}.", "It is painted green."],
            }
            for row in range(12)
        ],
    )
    write("labels.jsonl", [{"id": f"q{row}", "faithfulness": bool(row % 2)} for row in range(12)])


def test_a_run_and_two_annotators() -> None:
    """Figures of each pair side by side within 80 columns, the threshold, the worst rows, and a certificate."""
    done = command(
        "align",
        "runs/main",
        "--labels",
        "two.jsonl",
        "--metric",
        "faithfulness",
        "--column",
        "ana",
        "--second",
        "ben",
    )
    assert done.exit_code == 0, done.output
    assert "judge, ana" in done.stdout
    assert "ana, ben" in done.stdout
    assert "Good is a score of at least 0." in done.stdout
    assert "people \\ judge  good  bad" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80
    certificate = json.loads(Path("judge.cert.json").read_text(encoding="utf-8"))
    _, first, second = planted()
    ceiling = certificate["alignment"]["between_annotators"]["kappa"]
    assert ceiling["value"] == pytest.approx(cohen_kappa_score(first, second))
    assert (certificate["judge"], certificate["alignment"]["labels"]["annotators"]) == (
        "gpt-4o-mini",
        ["ana", "ben"],
    )


def test_data_is_scored_and_probed() -> None:
    """With a judge, several times, with contexts reversed and answers padded; as JSON the certificate."""
    done = command(
        "align", "data.jsonl", "--labels", "labels.jsonl", "--metric", "Faithfulness", "--llm", "local",
        "--column", "faithfulness", "--repeats", 2, "--probes", "--json", "--out", "ci/cert.json",
    )  # fmt: skip
    assert done.exit_code == 0, done.output
    certificate = json.loads(done.stdout)
    assert certificate["alignment"]["figures"]["auroc"]["value"] == 1.0
    assert certificate["disagreements"] == []
    assert {one["name"] for one in certificate["alignment"]["probes"]} >= {
        "same outcome when asked again",
        "outcome changes: contexts reversed",
        "outcome changes: answer padded",
    }
    assert (
        json.loads(Path("ci/cert.json").read_text(encoding="utf-8"))["prompt_hash"]
        == certificate["prompt_hash"]
    )


def test_what_is_required_decides_the_exit_code() -> None:
    """0 when the interval reaches it, 2 when it does not surely; the certificate says which."""
    arguments = ("align", "runs/main", "--labels", "one.jsonl", "--metric", "faithfulness")
    assert command(*arguments, "--min", "auroc=0.6").exit_code == 0
    done = command(*arguments, "--min", "kappa=0.95")
    assert done.exit_code == 2
    assert "✗ The judge does not surely reach what is required: kappa 0.95." in done.stdout
    assert json.loads(Path("judge.cert.json").read_text(encoding="utf-8"))["passed"] is False


def test_a_certificate_is_not_overwritten_unseen() -> None:
    """That of other labels is kept beside, that of another metric and other files are refused unless forced."""
    main = ("align", "runs/main", "--metric", "faithfulness", "--labels")
    assert command(*main, "one.jsonl").exit_code == 0
    first = Path("judge.cert.json").read_text(encoding="utf-8")
    assert "kept as" not in command(*main, "one.jsonl").stdout, "the same labels again"
    done = command(*main, "two.jsonl", "--column", "ben")
    assert "it is kept as judge.cert.json.old" in " ".join(done.stdout.split())
    kept = json.loads(Path("judge.cert.json.old").read_text(encoding="utf-8"))
    assert kept["labels_hash"] == json.loads(first)["labels_hash"]
    other = ("align", "data.jsonl", "--labels", "labels.jsonl", "--column", "faithfulness", "--llm", "local")
    done = command(*other, "--metric", "context_utilization")
    assert done.exit_code == 1
    assert "is the certificate of faithfulness, not of context_utilization" in " ".join(done.stderr.split())
    Path("notes.txt").write_text("mine", encoding="utf-8")
    assert command(*main, "one.jsonl", "--out", "notes.txt").exit_code == 1
    assert Path("notes.txt").read_text(encoding="utf-8") == "mine"
    assert command(*main, "one.jsonl", "--out", "notes.txt", "--force").exit_code == 0


def test_labels_of_one_kind_are_told_to_certify_nothing() -> None:
    """The certificate is written, and it is said that it is worth nothing."""
    write("same.jsonl", [{"id": f"q{row}", "label": 1} for row in range(30)])
    done = command(
        "align", "runs/main", "--labels", "same.jsonl", "--metric", "faithfulness", "--threshold", 0
    )
    assert "It certifies nothing" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("runs/none", "--labels", "one.jsonl", "--metric", "m"), "There is no run 'runs/none'"),
        (("runs/main", "--labels", "none.jsonl", "--metric", "faithfulness"), "none.jsonl"),
        (("runs/main", "--labels", "one.jsonl", "--metric", "recall"), "has no metric 'recall'"),
        (("runs/main", "--labels", "two.jsonl", "--metric", "faithfulness"), "--column"),
        (
            ("runs/main", "--labels", "one.jsonl", "--metric", "faithfulness", "--llm", "local"),
            "are for DATA",
        ),
        (
            ("runs/main", "--labels", "one.jsonl", "--metric", "faithfulness", "--threshold", "nan"),
            "The threshold is nan",
        ),
        (
            ("runs/main", "--labels", "one.jsonl", "--metric", "faithfulness", "--min", "0.5"),
            "names no figure",
        ),
        (
            ("data.jsonl", "--labels", "labels.jsonl", "--metric", "faithfulnes", "--llm", "local"),
            "Did you mean faithfulness",
        ),
    ],
)
def test_what_cannot_be_aligned(arguments: tuple[str, ...], said: str) -> None:
    """One line on the error stream, exit code 1, no traceback and no certificate."""
    done = command("align", *arguments)
    assert done.exit_code == 1
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert not Path("judge.cert.json").exists()


def test_labels_are_typed_and_gone_on_with() -> None:
    """A label, a reason, a typing error, one taken back, the end; the next sitting goes on with the other rows."""
    done = command(
        "label",
        "data.jsonl",
        "--out",
        "mine.jsonl",
        "--annotator",
        "ana",
        answers="y it does\nx\nn\nb\ny\nq\n",
    )
    assert done.exit_code == 0, done.output
    assert "2 of 12 rows labelled in mine.jsonl. The same command goes on." in done.stdout
    assert "faithfulness" not in done.stdout, "the reader sees no metric"
    again = command("label", "data.jsonl", "--out", "mine.jsonl", "--annotator", "ana", answers="n\n" * 20)
    assert "12 of 12 rows labelled" in again.stdout
    found = read_labels("mine.jsonl", EvaluationDataset.from_jsonl("data.jsonl"))
    labels = [one for one in found.values[0] if one is not None]
    assert (len(labels), labels.count("yes"), found.annotators) == (12, 2, ["ana"])
    assert "it does" in found.reasons[0]
    assert found.chosen is None


def test_scores_choose_the_rows_and_are_not_shown() -> None:
    """With a run the rows are spread over its scores, which the file tells and the terminal does not."""
    command("evaluate", "data.jsonl", "--llm", "local", "--metrics", "faithfulness", "--run", "first")
    done = command(
        "label",
        "data.jsonl",
        "--run",
        "first",
        "--out",
        "mine.jsonl",
        "--rows",
        2,
        "--show",
        "response,id",
        answers="y\nn\n",
    )
    assert done.exit_code == 0, done.output
    assert "0.9" not in done.stdout
    assert {
        json.loads(line)["chosen"] for line in Path("mine.jsonl").read_text(encoding="utf-8").splitlines()
    } == {"spread"}
    assert "bridge" in done.stdout
    assert "ferry" in done.stdout
    aligned = command("align", "runs/first", "--labels", "mine.jsonl", "--metric", "faithfulness")
    assert "chosen for labelling by their scores (spread)" in " ".join(aligned.stdout.split())


def test_labels_of_another_kind_are_refused() -> None:
    """Numbers beside the words of somebody else: told before the first row is shown, with what the file holds."""
    command("label", "data.jsonl", "--out", "mine.jsonl", "--annotator", "ana", answers="y\nq\n")
    before = Path("mine.jsonl").read_bytes()
    ben = ("label", "data.jsonl", "--out", "mine.jsonl", "--annotator", "ben")
    done = command(*ben, "--values", "1,2,3", answers="1\n")
    assert done.exit_code == 1
    assert "holds words in 'label', such as 'yes' by ana: 1.0 cannot be compared" in " ".join(
        done.stderr.split()
    )
    assert Path("mine.jsonl").read_bytes() == before
    assert command(*ben, "--values", "1,2,3", "--column", "grade", answers="1\nq\n").exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--choose", "uncertain"), "name a run with --run"),
        (("--choose", "best", "--run", "main"), "is not random, spread or uncertain"),
        (("--values", "yes"), "are no labels to choose from"),
        (("--values", ""), "are no labels to choose from"),
        (("--values", " , "), "are no labels to choose from"),
        (("--values", "yes,yes"), "'yes' is there more than once"),
        (("--values", "Yes,no,yes"), "'Yes' is there more than once"),
        (("--values", "1,1.0,2"), "'1' is there more than once"),
        (("--values", "yes,nan"), "'nan' stands for no label"),
        (("--values", "1,2,none"), "words and numbers together"),
        (("--show", "nothing"), "There is no column 'nothing'"),
        (("--run", "main", "--metric", "recall"), "has no metric 'recall'"),
    ],
)
def test_what_cannot_be_labelled(arguments: tuple[str, ...], said: str) -> None:
    """Told before the first row is shown."""
    done = command("label", "data.jsonl", *arguments)
    assert done.exit_code == 1
    assert said in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo terminals")
def test_labelling_on_a_terminal() -> None:
    """On a real terminal a row is shown, the answer stands behind its question, and Ctrl-C keeps what was given."""
    child, terminal = pty.fork()
    if child == 0:
        os.environ["COLUMNS"] = "80"
        os.execv(sys.executable, [sys.executable, "-c", PROGRAM, "label", "data.jsonl", "--out", "tty.jsonl"])
    seen = b""

    def until(text: bytes, typed: bytes) -> None:
        nonlocal seen
        deadline = time.monotonic() + 60
        while text not in seen and time.monotonic() < deadline:
            if select.select([terminal], [], [], 1)[0]:
                seen += os.read(terminal, 65536)
        assert text in seen, seen
        seen = b""
        os.write(terminal, typed)

    try:
        until(b"label (yes/no): ", b"y clear\n")
        until(b"label (yes/no): ", b"\x03")
        until(b"1 of 12 rows labelled", b"")
    finally:
        os.close(terminal)
        os.waitpid(child, 0)
    assert json.loads(Path("tty.jsonl").read_text(encoding="utf-8"))["reason"] == "clear"


def test_probe_tells_what_is_noticed() -> None:
    """A table of faults within 80 columns, the unnoticed ones, and the same as JSON."""
    done = command("probe", "data.jsonl", "--metrics", "faithfulness,context_recall", "--llm", "local")
    assert done.exit_code == 1, "no reference, so context recall cannot be scored"
    done = command("probe", "data.jsonl", "--metrics", "faithfulness", "--llm", "local")
    assert done.exit_code == 0, done.output
    assert "6 of 12 samples are good enough to spoil" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80
    told = json.loads(
        command(
            "probe",
            "data.jsonl",
            "--metrics",
            "faithfulness",
            "--llm",
            "local",
            "--mutators",
            "flip_number",
            "--json",
        ).stdout
    )
    assert [one["mutator"] for one in told["catches"]] == ["flip_number"]
    assert told["catches"][0]["caught"]["n"] == 6
    wrong = command("probe", "data.jsonl", "--metrics", "faithfulness", "--mutators", "flip")
    assert (wrong.exit_code, "There is no mutator 'flip'" in wrong.stderr) == (1, True)


def test_check_judge_says_what_fails() -> None:
    """Exit code 2 when a model fails, 1 when it cannot be asked."""
    done = command("check-judge", "local")
    assert done.exit_code == 2
    assert "✗ injection" in done.stdout
    assert "local answers no prompts" in done.stdout
    assert json.loads(command("check-judge", "local", "--json").stdout)["ok"] is False
    unreachable = {"OPENAI_API_KEY": "x", "OPENAI_BASE_URL": "http://127.0.0.1:9/v1"}
    assert command("check-judge", "openai:gpt-4o-mini", "--timeout", 5, env=unreachable).exit_code == 1


def test_lists_may_be_given_one_by_one() -> None:
    """An option that takes a list separated by commas takes its parts each after the option, too."""
    each = ("--values", "good", "--values", "bad", "--show", "response", "--show", "user_input")
    done = command("label", "data.jsonl", "--out", "mine.jsonl", *each, answers="good\nq\n")
    assert done.exit_code == 0, done.output
    assert "good, bad; Enter skips" in done.stdout
    wanted = ("--metrics", "faithfulness", "--mutators", "flip_number", "--mutators", "negate_sentence")
    told = json.loads(command("probe", "data.jsonl", *wanted, "--llm", "local", "--json").stdout)
    assert [one["mutator"] for one in told["catches"]] == ["flip_number", "negate_sentence"]
