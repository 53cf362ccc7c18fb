"""LlamaIndex: its query engines are scored, the events of its agents become messages."""

from __future__ import annotations

import asyncio
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest
from llama_index.core.agent.workflow import (
    AgentInput,
    AgentOutput,
    AgentSetup,
    AgentStream,
    ReActAgent,
    ToolCallResult,
)
from llama_index.core.base.response.schema import AsyncStreamingResponse, PydanticResponse, Response
from llama_index.core.llms import ChatMessage, CompletionResponse, CustomLLM, LLMMetadata, MockLLM
from llama_index.core.llms import TextBlock as Block
from llama_index.core.query_engine import CustomQueryEngine
from llama_index.core.schema import ImageNode, NodeWithScore, TextNode
from llama_index.core.tools import FunctionTool, ToolOutput, ToolSelection
from pydantic import BaseModel

from ragas import EvaluationDataset, RunConfig, SingleTurnSample
from ragas.exceptions import ExceptionInRunner
from ragas.integrations.llama_index import aevaluate, convert_to_ragas_messages, evaluate
from ragas.messages import AIMessage, HumanMessage, ToolCall, ToolMessage
from ragas.metrics.collections import ExactMatch, IDBasedContextPrecision, StringPresence

ONCE = RunConfig(max_retries=1, timeout=5)


@dataclass
class Engine:
    """A query engine that answers with `answer`, and tells how many questions it had at once."""

    answer: Callable[[str], Any]
    delay: float = 0.0
    peak: int = 0
    asked: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.now = 0

    async def aquery(self, question: str) -> Any:
        self.asked.append(question)
        self.now += 1
        self.peak = max(self.peak, self.now)
        await asyncio.sleep(self.delay)
        self.now -= 1
        return self.answer(question)


def nodes(*texts: str) -> list[NodeWithScore]:
    """Retrieved nodes."""
    return [NodeWithScore(node=TextNode(text=text), score=0.5) for text in texts]


def questions(count: int) -> EvaluationDataset:
    """Questions whose answer is the question."""
    return EvaluationDataset.from_list([{"user_input": f"q{n}", "reference": f"q{n}"} for n in range(count)])


def run(engine: Any, dataset: Any, metrics: Any = None, **options: Any) -> Any:
    """An evaluation that shows nothing."""
    settings = {"run_config": ONCE, "show_progress": False, **options}
    return evaluate(engine, dataset, metrics or [ExactMatch()], **settings)


def test_answers_and_contexts_are_filled_in_and_scored() -> None:
    """A real query engine of LlamaIndex is asked; its answer and the text of its nodes stand in the dataset itself."""

    class Echo(CustomQueryEngine):
        def custom_query(self, query_str: str) -> Any:
            return Response(query_str, nodes(f"about {query_str}", "else"))

    dataset = questions(3)
    result = run(Echo(), dataset, [ExactMatch(), StringPresence()])
    assert result["exact_match"] == [1.0, 1.0, 1.0]
    assert [sample.response for sample in dataset] == ["q0", "q1", "q2"]  # type: ignore[union-attr]
    assert dataset[1].retrieved_contexts == ["about q1", "else"]  # type: ignore[union-attr]
    assert result.dataset is dataset


def test_rows_keep_their_order_and_are_limited() -> None:
    """As many questions as max_workers are asked at once, and answers stand in the order of the rows."""
    engine = Engine(lambda question: Response(question), delay=0.02)
    result = run(engine, questions(12), run_config=RunConfig(max_workers=3, max_retries=1))
    assert engine.peak == 3
    assert [sample.response for sample in result.dataset] == [f"q{n}" for n in range(12)]
    assert result["exact_match"] == [1.0] * 12


def test_a_question_the_engine_fails_on_is_a_failed_cell() -> None:
    """The run goes on, the row keeps its place, its cells are failed with the cause, and a warning says so."""

    def answer(question: str) -> Response:
        if question == "q1":
            raise ValueError("index is corrupt")
        return Response(question)

    with pytest.warns(UserWarning, match=r"failed on 1 of 3 questions.*first, row 1: .*index is corrupt"):
        result = run(Engine(answer), questions(3))
    cells = [row["exact_match"] for row in result.cells]
    assert [cell.status for cell in cells] == ["scored", "failed", "scored"]
    assert cells[1].cause == "the query engine failed: ValueError: index is corrupt"
    assert cells[1].error == "ValueError"
    assert result.dataset[1].response is None
    total = result.aggregate(level=None)["exact_match"]
    assert (total.n_scored, total.n_failed, total.mean) == (2, 1, 1.0)


def test_an_engine_that_hangs_fails_its_row_alone() -> None:
    """The deadline of the run configuration holds for the engine."""

    class Hangs(Engine):
        async def aquery(self, question: str) -> Any:
            return await asyncio.sleep(60) if question == "q0" else Response(question)

    started = time.monotonic()
    with pytest.warns(UserWarning, match="did not answer within 0.2 s"):
        result = run(Hangs(Response), questions(2), run_config=RunConfig(timeout=0.2, max_retries=1))
    assert time.monotonic() - started < 5
    assert [row["exact_match"].status for row in result.cells] == ["failed", "scored"]


def test_an_engine_that_answers_nothing_is_an_error() -> None:
    """Where no question was answered there is nothing to score: the first cause is raised."""

    def broken(question: str) -> Any:
        raise RuntimeError("no index")

    with pytest.raises(ExceptionInRunner, match=r"none of 2 questions; row 0: .*no index"):
        run(Engine(broken), questions(2))
    with pytest.raises(RuntimeError, match="no index"):
        run(Engine(broken), questions(2), raise_exceptions=True)


def test_column_map_in_ci_and_a_parser_are_taken() -> None:
    """`column_map` names the user's columns, `in_ci` warns, `token_usage_parser` is accepted."""
    rows = [{"query": "q0", "gold": "q0"}]
    with pytest.warns(UserWarning, match="in_ci=True changes nothing"):
        result = run(
            Engine(Response),
            rows,
            column_map={"user_input": "query", "reference": "gold"},
            in_ci=True,
            token_usage_parser=lambda reply: None,
            batch_size=2,
        )
    assert result["exact_match"] == [1.0]


def test_async_code_awaits() -> None:
    """`aevaluate` does the same from inside a loop."""
    result = asyncio.run(
        aevaluate(Engine(Response), questions(2), [ExactMatch()], run_config=ONCE, show_progress=False)
    )
    assert result["exact_match"] == [1.0, 1.0]


def test_an_engine_without_async_runs_in_threads() -> None:
    """An object with only `query` is asked in threads."""
    engine = SimpleNamespace(query=lambda question: Response(question))
    assert run(engine, questions(2))["exact_match"] == [1.0, 1.0]


class Answer(BaseModel):
    """What an engine with an output class gives."""

    text: str


async def _tokens() -> Any:
    for token in ("q", "0"):
        yield token


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (lambda: "q0", "q0"),
        (lambda: Response(None), ""),
        (lambda: PydanticResponse(Answer(text="q0")), '{"text":"q0"}'),
        (lambda: AsyncStreamingResponse(_tokens()), "q0"),
        (lambda: SimpleNamespace(response=["q", 0]), "['q', 0]"),
    ],
)
def test_answers_of_every_kind_are_text(answer: Callable[[], Any], text: str) -> None:
    """Texts, output classes, streams and answers without a text are read; contexts are then an empty list."""
    dataset = questions(1)
    run(Engine(lambda question: answer()), dataset)
    assert (dataset[0].response, dataset[0].retrieved_contexts) == (text, [])  # type: ignore[union-attr]


def test_a_picture_among_the_nodes_keeps_its_rank() -> None:
    """A node without text leaves a mark, so that ranks stay what they were; its address is not fetched."""
    picture = NodeWithScore(node=ImageNode(image_url="http://127.0.0.1:9/x.png"), score=0.9)
    dataset = questions(1)
    run(Engine(lambda question: Response("q0", [picture, *nodes("text")])), dataset)
    assert dataset[0].retrieved_contexts == ["[image]", "text"]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("engine", "dataset", "error", "said"),
    [
        (object(), questions(1), ValueError, "neither aquery nor query"),
        (Engine(Response), [], ValueError, "dataset is empty"),
        (Engine(Response), [{"reference": "x"}], ValueError, "row 0 has no user_input"),
        (
            Engine(Response),
            [{"user_input": [HumanMessage(content="x")]}],
            NotImplementedError,
            "conversations",
        ),
    ],
)
def test_what_cannot_be_asked_is_refused(
    engine: Any, dataset: Any, error: type[Exception], said: str
) -> None:
    """Before any question is sent."""
    with pytest.raises(error, match=said):
        run(engine, dataset)


def test_old_answers_do_not_stand_in_for_new_ones() -> None:
    """A row the engine fails on loses the answer of an earlier run, in place."""
    samples = [SingleTurnSample(user_input=f"q{n}", response="old", reference="old") for n in range(2)]
    dataset = EvaluationDataset([*samples])
    engine = Engine(lambda question: Response("new") if question == "q0" else 1 / 0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        run(engine, dataset)
    assert [sample.response for sample in samples] == ["new", None]


def test_metrics_are_checked_as_everywhere() -> None:
    """A metric whose column no row has is refused with the usual message, before the engine is asked."""
    engine = Engine(Response)
    with pytest.raises(ValueError, match="retrieved_context_ids"):
        run(engine, questions(1), [IDBasedContextPrecision()])
    assert engine.asked == []


# -- events of agents -----------------------------------------------------------------------------------------------


def asks(*messages: ChatMessage) -> AgentInput:
    """What an agent is handed."""
    return AgentInput(input=list(messages), current_agent_name="agent")


def says(text: str | None, *calls: tuple[str, dict[str, Any]], **more: Any) -> AgentOutput:
    """What an agent says, and which tools it calls."""
    selected = [
        ToolSelection(tool_id=str(n), tool_name=name, tool_kwargs=args)
        for n, (name, args) in enumerate(calls)
    ]
    reply = ChatMessage(role="assistant", content=text)
    return AgentOutput(response=reply, current_agent_name="agent", tool_calls=selected, **more)


def answered(content: str | None, raw: Any = None) -> ToolCallResult:
    """What a tool answered."""
    output = ToolOutput(tool_name="f", content=content, raw_input={}, raw_output=raw)
    return ToolCallResult(tool_name="f", tool_kwargs={}, tool_id="0", tool_output=output, return_direct=False)


USER = ChatMessage(role="user", content="Copper and gold?")
SYSTEM = ChatMessage(role="system", content="Be kind.")


def test_a_run_becomes_a_conversation() -> None:
    """The question stands once, however often the agent is handed it; parallel calls and their answers follow."""
    first = says("", ("f", {"metal": "copper"}), ("f", {"metal": "gold"}))
    stream = AgentStream(delta="9", response="9", current_agent_name="agent")
    setup = AgentSetup(input=[SYSTEM, USER], current_agent_name="agent")
    events = [
        setup,
        asks(SYSTEM, USER),
        first,
        answered("9"),
        answered("88"),
        asks(SYSTEM, USER, first.response, ChatMessage(role="tool", content="9")),
        stream,
        says("9 and 88."),
    ]
    calls = [ToolCall(name="f", args={"metal": metal}) for metal in ("copper", "gold")]
    assert convert_to_ragas_messages(events) == [
        HumanMessage(content="Copper and gold?"),
        AIMessage(content="", tool_calls=calls),
        ToolMessage(content="9"),
        ToolMessage(content="88"),
        AIMessage(content="9 and 88."),
    ]


def test_several_runs_are_several_turns() -> None:
    """The second run's question is added, its history is not repeated; what came before the first is kept."""
    before = [ChatMessage(role="user", content="Hello"), ChatMessage(role="assistant", content="Hi")]
    said = ChatMessage(role="assistant", content="9")
    more = ChatMessage(role="user", content="And gold?")
    events = [asks(*before, USER), says("9"), asks(*before, USER, said, more), says("88")]
    texts = [message.content for message in convert_to_ragas_messages(events)]
    assert texts == ["Hello", "Hi", "Copper and gold?", "9", "And gold?", "88"]


def test_observations_of_a_reasoning_agent_are_not_people() -> None:
    """What a ReAct agent hands itself as a user's message within a turn is left out, a retry of its own too."""
    observed = ChatMessage(role="user", content="Observation: 9")
    retry = says("Thought: hm", retry_messages=[ChatMessage(role="user", content="Use the format.")])
    events = [
        asks(USER),
        says("Thought", ("f", {})),
        answered("9"),
        asks(USER, observed),
        retry,
        asks(USER, observed),
    ]
    kinds = [message.type for message in convert_to_ragas_messages([*events, says("9")])]
    assert kinds == ["human", "ai", "tool", "ai", "ai"]


class Scripted(CustomLLM):
    """A model that says what it was given, in order."""

    replies: list[str]

    @property
    def metadata(self) -> LLMMetadata:
        return LLMMetadata()

    def complete(self, prompt: str, formatted: bool = False, **options: Any) -> CompletionResponse:
        return CompletionResponse(text=self.replies.pop(0))

    def stream_complete(self, prompt: str, formatted: bool = False, **options: Any) -> Any:
        yield self.complete(prompt)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # LlamaIndex's own, of pydantic's names
@pytest.mark.parametrize("direct", [False, True])
def test_a_real_agent_is_read(direct: bool) -> None:
    """Each call of a run stands once, though LlamaIndex adds all of them to the last output again."""

    def price(metal: str) -> str:
        """What a metal costs."""
        return f"{metal}: 9"

    replies = [
        f'Thought: I look it up.\nAction: price\nAction Input: {{"metal": "{metal}"}}'
        for metal in ("copper", "gold")
    ]
    last = "Thought: I can answer without using any more tools.\nAnswer: 9"

    async def events() -> list[Any]:
        tools: list[Any] = [FunctionTool.from_defaults(price, return_direct=direct)]
        agent = ReActAgent(tools=tools, llm=Scripted(replies=[*replies, last]), system_prompt="Be kind.")
        handler = agent.run("Copper and gold?")
        return [event async for event in handler.stream_events()]

    found = convert_to_ragas_messages(asyncio.run(events()))
    calls = [
        call.args for message in found if isinstance(message, AIMessage) for call in message.tool_calls or ()
    ]
    assert calls == [{"metal": metal} for metal in ("copper", "gold")][: 1 if direct else 2]
    answers = [message.content for message in found if message.type == "tool"]
    assert answers == ["copper: 9", "gold: 9"][: 1 if direct else 2]
    assert found[0] == HumanMessage(content="Copper and gold?")
    assert "9" in found[-1].content


def test_a_call_that_is_carried_out_again_counts_again() -> None:
    """Models that give every call the same id lose none."""
    step = [says("", ("f", {})), answered("9")]
    calls = [
        len(message.tool_calls or ())
        for message in convert_to_ragas_messages([*step, *step])
        if isinstance(message, AIMessage)
    ]
    assert calls == [1, 1]


def test_contents_without_a_text() -> None:
    """No content, a value instead of a text, and pictures are read."""
    blocks = [Block(text="Look"), {"block_type": "image", "url": "http://127.0.0.1:9/x.png"}]
    picture = ChatMessage(role="user", blocks=blocks)
    events = [asks(picture), says(None, ("f", {})), answered(None, raw={"n": 9}), answered(None), says(None)]
    texts = [message.content for message in convert_to_ragas_messages(events)]
    assert texts == ["Look\n[image]", "", '{"n": 9}', "", ""]


def test_events_by_their_name_alone() -> None:
    """Objects of the same names are read without LlamaIndex; calls in the message itself count."""

    class AgentOutput(SimpleNamespace): ...

    call = {"id": "1", "function": {"name": "f", "arguments": "oops"}}
    reply = SimpleNamespace(content="x", additional_kwargs={"tool_calls": [call]})
    [message] = convert_to_ragas_messages([AgentOutput(response=reply, tool_calls=[])])
    assert message == AIMessage(content="x", tool_calls=[ToolCall(name="f", args={"raw_arguments": "oops"})])


@pytest.mark.parametrize(
    ("events", "said"),
    [
        (["a", None], "none of the 2 events"),
        ("events", "not a list of events"),
        (7, "not a list of events"),
    ],
)
def test_what_is_no_event_is_refused(events: Any, said: str) -> None:
    """The error says what to pass."""
    with pytest.raises(ValueError, match=said):
        convert_to_ragas_messages(events)


def test_no_events_are_no_messages() -> None:
    """Nothing gives nothing."""
    assert convert_to_ragas_messages([]) == []


def test_llama_index_judges() -> None:
    """LlamaIndex's own models are taken as `llm`, where a metric needs a judge."""
    from ragas.metrics.collections import AspectCritic

    dataset = questions(1)
    with pytest.warns(UserWarning, match="could not be scored"):  # the mock repeats the prompt
        result = run(
            Engine(Response),
            dataset,
            [AspectCritic(name="polite", definition="Is it polite?")],
            llm=MockLLM(),
        )
    assert result.cells[0]["polite"].status == "failed"
