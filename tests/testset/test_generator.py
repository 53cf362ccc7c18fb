"""Tests of TestsetGenerator: doors, options, errors, budget, determinism."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Any

import pytest

from ragas.engine.executor import Executor
from ragas.engine.run_config import RunConfig
from ragas.exceptions import ConfigurationError, InputError, ReplyError
from ragas.testing import HashEmbeddings
from ragas.testset import Testset, TestsetGenerator
from ragas.testset.graph import KnowledgeGraph, Node, NodeType, Relationship
from ragas.testset.persona import Persona
from ragas.testset.synthesizers import (
    MultiHopAbstractQuerySynthesizer,
    MultiHopSpecificQuerySynthesizer,
    SingleHopQuerySynthesizer,
    SingleHopSpecificQuerySynthesizer,
    UnanswerableQuerySynthesizer,
)
from ragas.testset.synthesizers.prompts import GeneratedQueryAnswer
from tests.testset.scripted import TOPICS, reply, scripted

DOCUMENTS = list(TOPICS.values())


def _made(judge: Any, size: int = 4, documents: Any = None, **settings: Any) -> Testset:
    generator = TestsetGenerator(judge, HashEmbeddings())
    return generator.generate_with_documents(documents or DOCUMENTS, size, show_progress=False, **settings)


def _questions(testset: Any) -> list[Any]:
    return [one.eval_sample.user_input for one in testset]


def test_equal_seeds_give_equal_sets_on_any_number_of_workers() -> None:
    """The whole pipeline on a scripted judge gives the same set with 1 and 32 workers; another seed gives another."""
    one, many = (_made(scripted(), 6, run_config=RunConfig(max_workers=count)) for count in (1, 32))
    assert one.to_list() == many.to_list()
    other = TestsetGenerator(scripted(), HashEmbeddings(), seed=7)
    assert _questions(other.generate_with_documents(DOCUMENTS, 6, show_progress=False)) != _questions(one)


def test_every_reference_has_evidence_in_its_context() -> None:
    """Every statement of a reference is quoted from the context that the sample carries, at the place it names."""
    for one in _made(scripted()):
        contexts = one.eval_sample.reference_contexts or []  # type: ignore[union-attr]
        assert one.evidence
        for evidence in one.evidence:
            assert contexts[evidence.context][evidence.start : evidence.end] == evidence.quote


def test_questions_that_take_several_passages() -> None:
    """Linked documents give multi-hop questions, whose evidence stands in both of their passages."""
    nodes = [
        Node(
            type=NodeType.DOCUMENT,
            properties={"page_content": text, "entities": ["E"], "document_name": name},
        )
        for name, text in TOPICS.items()
    ]
    links = [
        Relationship(
            type="entities_overlap", source=one, target=other, properties={"overlapped_items": [["E", "E"]]}
        )
        for one, other in itertools.pairwise(nodes)
    ]
    judge = scripted()
    generator = TestsetGenerator(judge, HashEmbeddings(), KnowledgeGraph(nodes, links))
    shares = [(MultiHopSpecificQuerySynthesizer(llm=judge), 1.0)]
    testset = generator.generate(3, shares, show_progress=False)
    assert isinstance(testset, Testset)
    assert len(testset) == 3
    for one in testset:
        assert len(one.documents) == 2
        assert {evidence.context for evidence in one.evidence} == {0, 1}
        contexts = one.eval_sample.reference_contexts or []  # type: ignore[union-attr]
        assert all(contexts[e.context][e.start : e.end] == e.quote for e in one.evidence)


def test_a_judge_that_needs_no_key_makes_questions_by_rules() -> None:
    """With the embedded judge nothing is asked; questions are labelled as made by rules and carry its caution."""
    testset = TestsetGenerator("local").generate_with_documents(DOCUMENTS, 5, show_progress=False)
    assert {one.synthesizer_name for one in testset} == {"rule_based_query_synthesizer"}
    assert testset.report is not None
    assert testset.report.caution
    assert testset.report.unused_documents == []
    assert testset.usage is not None
    assert testset.usage["calls"] == 0


def test_langchain_and_llama_index_documents() -> None:
    """Documents of both libraries, and plain objects with their attributes, are read; their source names them."""
    langchain = pytest.importorskip("langchain_core.documents")
    llama_index = pytest.importorskip("llama_index.core.schema")
    lc = [
        langchain.Document(page_content=text, metadata={"source": f"{name}.md"})
        for name, text in TOPICS.items()
    ]
    li = [
        llama_index.Document(text=text, metadata={"file_name": f"{name}.md"}) for name, text in TOPICS.items()
    ]
    generator = TestsetGenerator.from_langchain(scripted(), HashEmbeddings())
    one = generator.generate_with_langchain_docs(lc, testset_size=3, show_progress=False)
    two = TestsetGenerator.from_llama_index(scripted(), HashEmbeddings()).generate_with_llamaindex_docs(
        li, testset_size=3, show_progress=False
    )
    assert isinstance(one, Testset)
    assert _questions(one) == _questions(two)
    assert {name for sample in one for name in sample.documents} <= {f"{name}.md" for name in TOPICS}


def test_chunks_stay_as_they_are() -> None:
    """Chunks become CHUNK nodes, blank ones are left out, and chunks of one source count as one document."""
    langchain = pytest.importorskip("langchain_core.documents")
    chunks = [langchain.Document(page_content=text, metadata={"source": "all.md"}) for text in DOCUMENTS[:3]]
    generator = TestsetGenerator(scripted(), HashEmbeddings())
    testset = generator.generate_with_chunks([*chunks, " "], 2, show_progress=False)
    assert isinstance(testset, Testset)
    assert {node.type for node in generator.knowledge_graph.nodes} == {NodeType.CHUNK}
    assert len(generator.knowledge_graph.nodes) == 3
    assert testset.report is not None
    assert testset.report.notes == ["1 document left out: blank."]


def test_a_graph_of_ones_own() -> None:
    """`generate` asks about the graph it was given; without a text in it, it says so before asking."""
    kg = KnowledgeGraph(
        [Node(type=NodeType.DOCUMENT, properties={"page_content": DOCUMENTS[0], "title": "Bees"})]
    )
    generator = TestsetGenerator(scripted(), HashEmbeddings(), kg)
    testset = generator.generate(2, num_personas=1, show_progress=False)
    assert isinstance(testset, Testset)
    assert [one.documents for one in testset] == [["Bees"], ["Bees"]]
    judge = scripted()
    with pytest.raises(InputError, match="no node with a text"):
        TestsetGenerator(judge, HashEmbeddings()).generate(2, show_progress=False)
    assert not judge.calls


def test_an_executor_instead_of_a_set() -> None:
    """`return_executor` gives an unstarted executor whose results are the samples."""
    executor = TestsetGenerator("local").generate_with_langchain_docs(
        DOCUMENTS, 2, return_executor=True, show_progress=False
    )
    assert isinstance(executor, Executor)
    assert len(executor.results()) == 2


def test_a_synthesizer_of_ones_own() -> None:
    """A subclass that makes scenarios gets prompts, samples and checks from its base."""

    @dataclass
    class FirstWords(SingleHopQuerySynthesizer):
        async def _generate_scenarios(
            self, n: int, knowledge_graph: Any, persona_list: Any, callbacks: Any
        ) -> Any:
            found: list[Any] = []
            for node in knowledge_graph.nodes:
                term = node.get_property("page_content").split()[0]
                data = self.prepare_combinations(node, [term], persona_list, {"Reader": [term]})
                found += self.sample_combinations(data, 2)
            return found[:n]

    judge = scripted()
    testset = _made(judge, 3, query_distribution=[(FirstWords(llm=judge), 1.0)])
    assert {one.synthesizer_name for one in testset} == {"first_words"}
    assert len(testset) == 3


def test_personas_given_are_used_and_not_changed() -> None:
    """Given personas ask the questions; none are made up, and the list stays as it is."""
    people = [
        Persona(name="Ada", role_description="Keeps bees."),
        Persona(name="Bo", role_description="Fires kilns."),
    ]
    judge = scripted()
    generator = TestsetGenerator(judge, HashEmbeddings(), persona_list=people)
    testset = generator.generate_with_documents(DOCUMENTS, 3, show_progress=False)
    assert {getattr(one.eval_sample, "persona_name", None) for one in testset} <= {"Ada", "Bo"}
    assert [one.name for one in people] == ["Ada", "Bo"]
    assert not [one for one in judge.calls if one.response_model is Persona]


def test_special_questions_are_marked() -> None:
    """Shares of unanswerable and adversarial questions are made, checked and marked as such."""
    testset = _made(scripted(), 8, unanswerable=0.25, adversarial=0.25)
    assert testset.report is not None
    assert testset.report.by_kind == {"answerable": 4, "unanswerable": 2, "adversarial": 2}
    with pytest.raises(ConfigurationError, match="have to be written"):
        TestsetGenerator("local").generate_with_documents(DOCUMENTS, 4, unanswerable=0.5)


def test_an_unanswerable_question_that_is_answered_elsewhere_is_dropped() -> None:
    """The answer is looked for in the likeliest passages of all documents."""
    found = {"reason": "", "understandable": True, "fits": True, "answered": True, "false_premise": False}
    judge = scripted(QuestionReview=found)
    shares = [(UnanswerableQuerySynthesizer(llm=judge), 1.0)]
    bills = "Mr Reed paid for Assam and Darjeeling tea and for the water in 1911, and nobody paid him back."
    testset = _made(judge, 2, [TOPICS["tea"], bills], query_distribution=shares)
    assert testset.report is not None
    assert len(testset) == 0
    assert "meant to be unanswerable, but the documents answer it" in testset.report.dropped_by_reason
    reviews = [one.prompt for one in judge.calls if one.response_model.__name__ == "QuestionReview"]
    assert any(prompt.count("<chunk ") > 1 for prompt in reviews)


def test_one_answer_in_several_words_is_one_question() -> None:
    """Paraphrases of question and answer that rest on the same words of a document are kept once; the rest falls short."""
    count = itertools.count()
    answers = ("A hive holds about 40000 bees.", "There are some 40000 bees in it.", "It has 40,000 bees.")
    asked = (
        "How many bees has a hive?",
        "What number of insects lives there?",
        "How large is a colony of bees?",
    )

    def written(prompt: str) -> Any:
        at = next(count) % 3
        return {"query": asked[at], "answer": answers[at]}

    def verified(prompt: str) -> Any:
        verdict = {"reason": "", "supported": True, "quote": "A hive holds about 40000 bees", "chunks": [1]}
        return {"verdicts": [verdict | {"number": 1}]}

    judge = scripted(GeneratedQueryAnswer=written, StatementVerdicts=verified)
    testset = TestsetGenerator(judge, HashEmbeddings()).generate_with_documents(
        [TOPICS["bees"]], 3, show_progress=False
    )
    assert testset.report is not None
    assert len(testset) == 1
    assert "near-duplicate of another" in testset.report.shortfall


def test_an_unreadable_reply_costs_its_question_only() -> None:
    """A reply that cannot be read is counted and replaced; a refused call ends the run unless told otherwise."""

    count = itertools.count()

    def sometimes(prompt: str) -> Any:
        return ReplyError("no JSON") if next(count) % 2 else reply(prompt, GeneratedQueryAnswer)

    testset = _made(scripted(GeneratedQueryAnswer=sometimes), 5)
    assert testset.report is not None
    assert len(testset) == 5
    assert testset.report.dropped_by_reason["reply of the judge not usable"] > 0
    broken = scripted(GeneratedQueryAnswer=PermissionError("key revoked"))
    with pytest.raises(PermissionError, match="key revoked"):
        _made(broken)
    empty = _made(scripted(GeneratedQueryAnswer=PermissionError("key revoked")), raise_exceptions=False)
    assert empty.report is not None
    assert len(empty) == 0
    assert "failed" in empty.report.shortfall


@pytest.mark.parametrize("model", ["Persona", "PersonaThemesMapping", "ConceptCombinations"])
def test_an_unreadable_reply_before_the_questions_does_not_end_the_run(
    model: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Without a persona, a choice of who asks or a combination of themes the run goes on, with a warning."""
    people = [Persona(name=name, role_description="Reads.") for name in ("Ada", "Bo")]
    instead: dict[str, Any] = {model: ReplyError("no JSON")}
    judge = scripted(**instead)
    generator = TestsetGenerator(judge, HashEmbeddings(), persona_list=None if model == "Persona" else people)
    shares: Any = None
    if model == "ConceptCombinations":
        nodes = [
            Node(type=NodeType.DOCUMENT, properties={"page_content": text, "themes": [f"clay {at}"]})
            for at, text in enumerate(DOCUMENTS)
        ]
        links = [
            Relationship(type="summary_similarity", source=one, target=other)
            for one, other in itertools.pairwise(nodes)
        ]
        generator.knowledge_graph = KnowledgeGraph(nodes, links)
        shares = [(MultiHopAbstractQuerySynthesizer(llm=judge), 1.0)]
        testset = generator.generate(2, shares, show_progress=False)
    else:
        testset = generator.generate_with_documents(DOCUMENTS, 2, show_progress=False)
    assert isinstance(testset, Testset)
    assert len(testset) == 2
    assert model in {one.response_model.__name__ for one in judge.calls}
    assert "no JSON" in caplog.text


def test_a_set_without_questions_says_why(caplog: pytest.LogCaptureFixture) -> None:
    """Where the rules can turn no sentence into a question, the report counts them, and an empty set is warned of."""
    note = "please water the plants on the balcony every second day and feed the cat. then lock both of the doors."
    testset = TestsetGenerator("local").generate_with_documents(note, 3, show_progress=False)
    assert testset.report is not None
    assert testset.report.shortfall == (
        "0 of 3 questions were made. The documents have 2 sentences; the rules can turn none of them into a question."
    )
    assert testset.report.shortfall in caplog.text


def test_too_short_documents_are_refused_with_any_judge() -> None:
    """Fewer than 10 tokens are the same error with the embedded judge as with another, and in a plan."""
    from ragas.evaluation.plan_models import StandIns

    for judge in (scripted(), "local"):
        with pytest.raises(InputError, match="too short to make a test set from"):
            _made(judge, documents=["Hello you."])
    with pytest.raises(InputError, match="too short to make a test set from"):
        TestsetGenerator("local").plan(["Hello you."], 2, stand_ins=StandIns())


def test_an_absurdly_long_question_is_dropped() -> None:
    """A question of more than 500 characters is dropped and counted."""
    long = {"query": "What of " + "the honey and " * 50 + "bees?", "answer": "Bees make honey from nectar."}
    testset = _made(scripted(GeneratedQueryAnswer=long), 2)
    assert testset.report is not None
    assert len(testset) == 0
    assert set(testset.report.dropped_by_reason) == {"longer than 500 characters"}


def test_a_question_whose_reference_is_not_supported_is_dropped() -> None:
    """What the verifier does not find in the context is dropped with its reason."""
    no = {"verdicts": [{"number": 1, "reason": "not there", "supported": False}]}
    testset = _made(scripted(StatementVerdicts=no), 2)
    assert testset.report is not None
    assert len(testset) == 0
    assert "reference not supported by the context" in testset.report.dropped_by_reason


@pytest.mark.parametrize("size", [0, -1, True, 2.5])
def test_sizes_that_are_none(size: Any) -> None:
    """A size below one, or no whole number, is refused before anything is asked."""
    with pytest.raises(InputError, match="testset_size"):
        _made(scripted(), size)


def test_shares_are_exact() -> None:
    """A distribution gives exactly the size asked for, by largest remainders."""
    judge = scripted()
    kinds = [SingleHopSpecificQuerySynthesizer(name=f"kind {n}", llm=judge) for n in range(3)]
    testset = _made(judge, 5, query_distribution=[(one, 1 / 3) for one in kinds])
    assert testset.report is not None
    assert sorted(testset.report.by_synthesizer.values()) == [1, 2, 2]
