"""`ragas testset`: questions with references from documents."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from ragas.cli.exits import CELLS_FAILED, told_plainly
from ragas.cli.printing import show, show_json
from ragas.cli.testset_files import checked, make_room, write
from ragas.engine.run_config import RunConfig
from ragas.evaluation.folder import RUNS
from ragas.metrics.wording import counted
from ragas.report.testset import TestsetTables
from ragas.schema.overview import usage_text
from ragas.testset.documents import Documents, as_documents
from ragas.testset.generator import TestsetGenerator
from ragas.testset.generator_plan import TestsetPlan
from ragas.testset.testset import Testset

NEXT = "next: your application fills in response and retrieved_contexts of each row; `ragas evaluate {}` shows how"


def generate_testset_command(
    docs: Annotated[
        list[Path],
        typer.Argument(
            help="Files or folders: .md .txt .rst and other text; .pdf .docx .html with the extra `documents`."
        ),
    ],
    size: Annotated[int, typer.Option(min=1, help="How many questions.")] = 50,
    out: Annotated[
        Path, typer.Option(help="The test set: .jsonl or .csv. A page to look at is written beside it.")
    ] = Path("tests.jsonl"),
    llm: Annotated[
        str | None,
        typer.Option(
            help="The judge that writes and verifies: provider:model, or local, which makes questions by rules. "
            "Without it the configured one."
        ),
    ] = None,
    verifier: Annotated[
        str | None, typer.Option(help="Another judge that verifies; without it the one that writes.")
    ] = None,
    embeddings: Annotated[
        str | None,
        typer.Option(help="The embeddings: provider:model, or local. Without it the configured ones."),
    ] = None,
    language: Annotated[
        str | None, typer.Option(help="The language of the questions; without it that of the documents.")
    ] = None,
    about: Annotated[
        str | None, typer.Option(help="What the application is for: told to the judge with every question.")
    ] = None,
    unanswerable: Annotated[
        float, typer.Option(min=0, max=1, help="Share of questions that the documents leave open.")
    ] = 0.0,
    adversarial: Annotated[
        float, typer.Option(min=0, max=1, help="Share of questions that take something false for granted.")
    ] = 0.0,
    seed: Annotated[int, typer.Option(help="Equal seeds and replies give equal test sets.")] = 42,
    budget: Annotated[
        float | None, typer.Option(help="US dollars; once they are spent, nothing more is sent.")
    ] = None,
    max_workers: Annotated[
        int, typer.Option(min=1, help="How many judge calls may be under way at once.")
    ] = 16,
    keep: Annotated[
        bool,
        typer.Option(
            "--keep/--no-keep",
            help="Write every call down in runs/, so that the same command goes on where it was cut off.",
        ),
    ] = True,
    strict: Annotated[
        bool,
        typer.Option("--strict", help="Stop at a file that cannot be read; else it is left out and told."),
    ] = False,
    plan: Annotated[
        bool,
        typer.Option("--plan", help="Say how many calls, tokens and dollars it would take; send nothing."),
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the figures as JSON instead of tables.")
    ] = False,
) -> None:
    """Make questions with references from DOCS, each verified against its source.

    Exit codes: 0 done, 1 could not run, 2 wrong options, 4 fewer questions than asked for.
    """
    with told_plainly():
        out = checked(out)
        documents = as_documents([path.expanduser() for path in docs], strict=strict)
        generator = TestsetGenerator(
            llm, embeddings, llm_context=about, verifier=verifier, language=language, seed=seed
        )
        if plan:
            _show_plan(_plan(generator, documents, size, unanswerable, adversarial, budget), as_json)
            return
        make_room(out)
        said = [size, llm, verifier, embeddings, about, language, unanswerable, adversarial, seed]
        mark = sha256(json.dumps([documents.fingerprint, *said]).encode()).hexdigest()[:8]
        testset = generator.generate_with_documents(
            list(documents.items),
            size,
            run_config=RunConfig(max_workers=max_workers, seed=seed),
            unanswerable=unanswerable,
            adversarial=adversarial,
            budget=budget,
            run=Path(RUNS) / f"testset-{out.stem}-{mark}" if keep else None,
            show_progress=not as_json,
        )
        assert testset.report is not None
        testset.report.notes[:0] = documents.notes
        files, kept = write(testset, out)
        if as_json:
            show_json(
                {
                    **testset.report.to_dict(),
                    "usage": testset.usage,
                    "files": list(map(str, files)),
                    "kept": kept and str(kept),
                }
            )
        else:
            _show(testset, files, kept)
    if testset.report.shortfall:
        raise typer.Exit(CELLS_FAILED)


def _show(testset: Testset, files: list[Path], kept: Path | None) -> None:
    report = testset.report
    assert report is not None
    verified = f", verified by {report.verifier}" if report.verifier != report.judge else ""
    title = f"{report.made} of {report.requested} questions, made by {report.judge}{verified}\n"
    show(Text(title), whole=True)
    show(TestsetTables(report))
    usage = dict(testset.usage or {})
    show(Text(f"\n{usage_text(usage)}, {report.seconds:.1f} s"))
    paid = usage.get("paid_now") or {}
    if paid and paid["calls"] < usage["calls"]:
        recalled = paid["recalled_calls"]
        show(
            Text(
                f"of these now: {usage_text(paid)}; {counted(recalled, 'answer')} of an earlier run were at hand"
            )
        )
    for file in files:
        show(Text(f"wrote {file}"), whole=True)
    if kept is not None:
        show(Text(f"kept the {files[0]} that was there as {kept}"), whole=True)
    if report.made:
        show(Text(NEXT.format(files[0])), whole=True)


def _plan(
    generator: TestsetGenerator,
    documents: Documents,
    size: int,
    unanswerable: float,
    adversarial: float,
    budget: float | None,
) -> TestsetPlan:
    """The figures of a rehearsal with stand-ins. A model may be named without its key."""
    from ragas.evaluation.plan import _embedder, _judge
    from ragas.evaluation.plan_models import StandIns

    return generator.plan(
        list(documents.items),
        size,
        stand_ins=_ByName(StandIns(), _judge, _embedder),
        unanswerable=unanswerable,
        adversarial=adversarial,
        budget=budget,
    )


class _ByName:
    """Stand-ins that take names, too."""

    def __init__(self, stand_ins: Any, judge: Any, embedder: Any) -> None:
        self._stand_ins, self._judge, self._embedder = stand_ins, judge, embedder

    def judge(self, model: Any) -> Any:
        return self._judge(model, self._stand_ins)

    def embedder(self, model: Any) -> Any:
        return self._embedder(model, self._stand_ins)


def _show_plan(plan: TestsetPlan, as_json: bool) -> None:
    if as_json:
        show_json(plan.to_dict())
    else:
        show(Text(str(plan)))
