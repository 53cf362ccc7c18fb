"""Applying transformations: in order, within limits, whole or not at all, and resumable."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from tests.testset.transforms.scripts import SUBJECTS, answer, article, graph, judge, prose, shape

from ragas.engine.run_config import RunConfig
from ragas.engine.runner import Runner
from ragas.exceptions import InputError
from ragas.testing import HashEmbeddings, ScriptedJudge
from ragas.testset.graph import KnowledgeGraph, Node
from ragas.testset.transforms import (
    CosineSimilarityBuilder,
    CustomNodeFilter,
    EmbeddingExtractor,
    Extractor,
    HeadlinesExtractor,
    HeadlineSplitter,
    NERExtractor,
    Parallel,
    SummaryExtractor,
    ThemesExtractor,
    TitleExtractor,
    aapply_transforms,
    apply_transforms,
    default_transforms,
    get_desc,
    rollback_transforms,
)


@dataclass
class Length(Extractor):
    """The length of the text; fails where told to."""

    property_name: str = "length"
    fail: bool = False
    seen: list[str] = field(default_factory=list)
    at_once: int = 0
    most_at_once: int = 0

    async def extract(self, node: Node) -> tuple[str, Any]:
        text = node.properties["page_content"]
        self.seen.append(text)
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        await asyncio.sleep(0.001)
        self.at_once -= 1
        if self.fail:
            raise PermissionError("key revoked")
        return self.property_name, len(text)


def apply(kg: KnowledgeGraph, transforms: Any, **options: Any) -> None:
    apply_transforms(kg, transforms, show_progress=False, **options)


def test_one_several_or_a_list_are_applied_in_order() -> None:
    """One transformation, a Parallel of several and a list of both are taken; anything else is refused."""
    kg = graph("# Bees\n\nThey hum.")
    apply(kg, Length())
    apply(kg, Parallel(TitleExtractor(llm=judge()), Parallel(SummaryExtractor(llm=judge()))))
    apply(kg, [Length(property_name="again")])
    assert set(kg.nodes[0].properties) == {"page_content", "length", "title", "summary", "again"}
    for wrong in (None, [Length(), "x"], Length):
        with pytest.raises(ValueError, match="Invalid transforms"):
            apply(kg, wrong)
    with pytest.raises(ValueError, match="Parallel takes transformations"):
        Parallel(None)  # type: ignore[arg-type]


def test_the_first_real_error_is_raised_as_it_is() -> None:
    """A step that fails for every document stops the run with its own error, which names the step; nothing later runs."""
    asked: list[str] = []

    def revoked(prompt: str, reply: Any) -> Any:
        asked.append(reply.__name__)
        if reply.__name__ == "Headlines":
            raise PermissionError("key revoked")
        return answer(prompt, reply)

    texts = [article(subject, 3) for subject in SUBJECTS]
    kg = graph(*texts)
    transforms = default_transforms(texts, ScriptedJudge(revoked), HashEmbeddings())
    with pytest.raises(PermissionError) as raised:
        apply(kg, transforms, run_config=RunConfig(max_workers=2))
    assert str(raised.value) == "key revoked"
    assert "HeadlinesExtractor, step 1 of 6" in raised.value.__notes__[0]
    assert set(asked) == {"Headlines"}
    assert len(asked) < len(texts)
    assert shape(kg) == shape(graph(*texts))


def test_a_failed_step_leaves_no_trace_and_finished_ones_stay() -> None:
    """When a step fails midway the graph is as the step before it left it."""
    kg = graph(*(article(subject, 4) for subject in SUBJECTS[:3]))
    calls = 0

    def fails_late(prompt: str, reply: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == 5:
            raise ConnectionError("gone")
        return answer(prompt, reply)

    headlines = HeadlinesExtractor(llm=judge(), filter_nodes=lambda node: node.type == "document")
    split = HeadlineSplitter(filter_nodes=lambda node: node.type == "document")
    before = graph(*(node.properties["page_content"] for node in kg.nodes))
    apply(before, [headlines, split])
    with pytest.raises(ConnectionError):
        apply(
            kg,
            [headlines, split, Parallel(SummaryExtractor(llm=ScriptedJudge(fails_late)), Length())],
            run_config=RunConfig(max_workers=1),
        )
    assert len(kg.nodes) > 3
    assert [node for node in kg.nodes if "summary" in node.properties or "length" in node.properties] == []
    assert [(n.type, n.properties) for n in kg.nodes] == [(n.type, n.properties) for n in before.nodes]


@pytest.mark.parametrize("workers", [1, 3])
def test_no_more_work_at_once_than_workers(workers: int) -> None:
    """`max_workers` holds for every transformation, parallel ones together."""
    step = Length()
    apply(graph(*(f"text {n}" for n in range(9))), Parallel(step), run_config=RunConfig(max_workers=workers))
    assert step.most_at_once == workers


def test_equal_graphs_on_any_number_of_workers() -> None:
    """A judge that answers alike gives the same graph, in the same order, however many calls are under way."""
    texts = [article(SUBJECTS[n], 3) if n % 2 else prose(SUBJECTS[n], 8) for n in range(6)]
    found = []
    start = graph(*texts)
    for workers in (1, 4, 16):
        kg = KnowledgeGraph([node.model_copy(deep=True) for node in start.nodes])
        transforms = default_transforms(texts, judge(slow=True), HashEmbeddings())
        apply(kg, transforms, run_config=RunConfig(max_workers=workers))
        found.append((shape(kg), [node.id for node in kg.nodes]))
    assert found[0] == found[1] == found[2]
    assert {one[0] for one in found[0][0][1]} >= {"child", "next", "entities_overlap"}


def test_works_inside_a_running_loop() -> None:
    """In a notebook, where a loop runs, both forms work."""

    async def cell() -> None:
        kg = graph("one text")
        apply(kg, Length())
        await aapply_transforms(kg, Length(property_name="again"), show_progress=False)
        assert set(kg.nodes[0].properties) == {"page_content", "length", "again"}

    asyncio.run(cell())


def test_calls_are_booked_to_the_transformation() -> None:
    """With a runner of a larger run, its ledger says what each transformation asked."""
    runner = Runner()

    class Own(ScriptedJudge):
        managed = False

    kg = graph("one text", "another text")
    apply(kg, [TitleExtractor(llm=Own(answer)), SummaryExtractor(llm=Own(answer))], runner=runner)
    booked = runner.ledger.by_metric()
    assert {name: totals.calls for name, totals in booked.items()} == {
        "TitleExtractor": 2,
        "SummaryExtractor": 2,
    }


def test_what_is_known_is_not_asked_again() -> None:
    """A node that has the property already keeps it and costs no call."""
    kg = graph("one text", "another text")
    kg.nodes[0].properties["title"] = "Mine"
    asked = judge()
    apply(kg, TitleExtractor(llm=asked))
    assert len(asked.calls) == 1
    assert kg.nodes[0].properties["title"] == "Mine"


def test_a_run_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    """After a failure, the same call asks only what was not finished, and ends in the same graph."""
    texts = [prose(subject, 8) for subject in SUBJECTS[:3]]

    def transforms(model: ScriptedJudge) -> list[Any]:
        return [
            SummaryExtractor(llm=model),
            EmbeddingExtractor(embedding_model=HashEmbeddings()),
            ThemesExtractor(llm=model),
            CosineSimilarityBuilder(threshold=0.1),
        ]

    def no_themes(prompt: str, reply: Any) -> Any:
        if reply.__name__ == "ThemesAndConcepts":
            raise KeyError("killed")
        return answer(prompt, reply)

    with pytest.raises(KeyError):
        apply(graph(*texts), transforms(ScriptedJudge(no_themes)), checkpoint=tmp_path / "run")
    second = judge()
    kg = graph(*texts)
    apply(kg, transforms(second), checkpoint=tmp_path / "run")
    assert [call.response_model.__name__ for call in second.calls] == ["ThemesAndConcepts"] * 3
    whole = graph(*texts)
    apply(whole, transforms(judge()))
    assert json.dumps(shape(kg)) == json.dumps(shape(whole))
    third = judge()
    apply(graph(*texts), transforms(third), checkpoint=tmp_path / "run")
    assert third.calls == []
    assert sorted(path.name for path in (tmp_path / "run").iterdir()) == ["graph-4.json", "transforms.json"]


def test_a_checkpoint_of_something_else_is_refused(tmp_path: Path) -> None:
    """Other documents, other settings or a damaged folder are named; nothing is asked and nothing lost."""
    apply(graph("one text"), TitleExtractor(llm=judge()), checkpoint=tmp_path)
    asked = judge()
    with pytest.raises(InputError, match="other documents"):
        apply(graph("other text"), TitleExtractor(llm=asked), checkpoint=tmp_path)
    with pytest.raises(InputError, match="step 1 was TitleExtractor"):
        apply(graph("one text"), SummaryExtractor(llm=asked), checkpoint=tmp_path)
    with pytest.raises(InputError, match="left out"):
        apply(graph("one text"), [], checkpoint=tmp_path)
    (tmp_path / "transforms.json").write_text("{", encoding="utf-8")
    with pytest.raises(InputError, match="cannot be read"):
        apply(graph("one text"), TitleExtractor(llm=asked), checkpoint=tmp_path)
    assert asked.calls == []


def test_other_code_is_another_transformation(tmp_path: Path) -> None:
    """A filter or a transformation of the user's counts by its code: none is gone on with that was changed."""

    def longer_than(length: int) -> Any:
        return lambda node: len(node.get_property("page_content")) > length

    @dataclass
    class Words(Extractor):
        by: Any = None

        async def extract(self, node: Node) -> tuple[str, Any]:
            return "words", len(node.get_property("page_content").split())

    class Other(Words):
        async def extract(self, node: Node) -> tuple[str, Any]:
            return "words", 0

    Other.__name__ = "Words"
    texts = ["a b", "a b c d"]
    first = graph(*texts)
    apply(first, Words(filter_nodes=longer_than(5), by=[len, longer_than(1)]), checkpoint=tmp_path)
    assert [node.get_property("words") for node in first.nodes] == [None, 4]
    again = graph(*texts)
    apply(again, Words(filter_nodes=longer_than(5), by=[len, longer_than(1)]), checkpoint=tmp_path)
    assert [node.get_property("words") for node in again.nodes] == [None, 4]
    for changed in (
        Words(filter_nodes=longer_than(1), by=[len, longer_than(1)]),
        Words(filter_nodes=lambda node: True, by=[len, longer_than(1)]),
        Words(filter_nodes=longer_than(5), by=[len, longer_than(2)]),
        Other(filter_nodes=longer_than(5), by=[len, longer_than(1)]),
    ):
        with pytest.raises(
            InputError, match=r"step 1 was Words\(filter_nodes=.*\(code \w+\).*, now it is Words"
        ):
            apply(graph(*texts), changed, checkpoint=tmp_path)


def test_finished_transformations_are_taken_back() -> None:
    """`rollback_transforms` removes what they wrote, and refuses what cannot be undone before it changes anything."""
    texts = [article("ferries", 3), prose("kilns", 8)]
    kg = graph(*texts)
    document = [
        HeadlinesExtractor(llm=judge()),
        HeadlineSplitter(),
        Parallel(EmbeddingExtractor(embedding_model=HashEmbeddings()), NERExtractor(llm=judge())),
        CosineSimilarityBuilder(threshold=0.1),
    ]
    apply(kg, document)
    assert len(kg.nodes) > 2
    assert kg.relationships
    with pytest.raises(InputError, match="CustomNodeFilter did cannot be taken back"):
        rollback_transforms(kg, [*document, CustomNodeFilter(llm=judge())])
    assert len(kg.nodes) > 2
    rollback_transforms(kg, document)
    assert shape(kg) == shape(graph(*texts))


def test_the_display_names_what_runs(capsys: pytest.CaptureFixture[str]) -> None:
    """The progress display says which transformations are applied."""
    both = Parallel(Length(name="lengths"), TitleExtractor(llm=judge()))
    assert get_desc(both) == "Applying [lengths, TitleExtractor]"
    apply_transforms(graph("one text"), both)
    assert "Applying [lengths, TitleExtractor]: 2/2" in capsys.readouterr().err


def test_a_cancelled_run_leaves_the_graph_whole() -> None:
    """Ctrl-C, or a deadline around the call, ends the work under way and takes the unfinished step back."""

    async def run() -> tuple[KnowledgeGraph, int]:
        kg = graph(*(f"text {n}" for n in range(40)))

        async def third_is_the_last(prompt: str, reply: Any) -> Any:
            if len(asked.calls) == 3:
                work.cancel()
                await asyncio.sleep(60)
            return {"title": "A"}

        asked = ScriptedJudge(third_is_the_last)
        steps = [Length(), TitleExtractor(llm=asked)]
        work = asyncio.ensure_future(
            aapply_transforms(kg, steps, RunConfig(max_workers=1), show_progress=False)
        )
        with pytest.raises(asyncio.CancelledError):
            await work
        return kg, len(asked.calls)

    kg, calls = asyncio.run(run())
    assert calls == 3
    assert {tuple(node.properties) for node in kg.nodes} == {("page_content", "length")}
