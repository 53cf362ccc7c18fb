"""The prompts of the judge steps that metrics share, and the models of their replies."""

from __future__ import annotations

from pydantic import BaseModel, Field

from ragas.prompt.fence import Lines
from ragas.prompt.judge_prompt import Example, JudgePrompt


class Statements(BaseModel):
    """The statements a text makes."""

    statements: list[str]


class StatementVerdict(BaseModel):
    """The verdict on one numbered statement."""

    number: int = Field(description="number of the statement")
    reason: str = Field(description="one short sentence")
    supported: bool
    quote: str = Field(default="", description="words copied from the chunk that supports it, else empty")
    chunks: list[int] = Field(default_factory=list, description="numbers of all chunks that support it")


class StatementVerdicts(BaseModel):
    """One verdict for every numbered statement."""

    verdicts: list[StatementVerdict]


class ChunkVerdict(BaseModel):
    """The verdict on one numbered chunk."""

    number: int = Field(description="number of the chunk")
    reason: str = Field(description="one short sentence")
    useful: bool


class ChunkVerdicts(BaseModel):
    """One verdict for every numbered chunk."""

    verdicts: list[ChunkVerdict]


class Entities(BaseModel):
    """The entities a text names."""

    entities: list[str]


class Question(BaseModel):
    """A question an answer would fit."""

    question: str
    noncommittal: bool = Field(description="true if the answer avoids answering, such as 'I do not know'")


class Questions(BaseModel):
    """Several questions an answer would fit."""

    questions: list[Question]


SPLIT = JudgePrompt(
    name="split_statements",
    instruction=(
        "List every statement of fact that the text makes. Each statement must be understandable alone: replace "
        "pronouns with the names they stand for, using the question if there is one. Keep numbers, names, conditions "
        "and negations exactly. Add nothing, leave nothing out, and write in the language of the text. If the text "
        "states no fact (a refusal, a greeting, a question), the list is empty."
    ),
    reply=Statements,
    examples=(
        Example(
            {
                "question": "Who founded Larkspur Ferries?",
                "text": "Ada Wren did, in 1911. It no longer sails in winter.",
            },
            Statements(
                statements=[
                    "Ada Wren founded Larkspur Ferries.",
                    "Larkspur Ferries was founded in 1911.",
                    "Larkspur Ferries no longer sails in winter.",
                ]
            ),
        ),
    ),
)

VERIFY = JudgePrompt(
    name="verify_statements",
    instruction=(
        "For each numbered statement decide whether the chunks support it: supported is true only if the statement "
        "follows from what the chunks say. A statement that changes a number, a name or a negation, or adds anything "
        "the chunks do not say, is not supported. Do not use knowledge of your own. Give every number exactly once. "
        "For a supported statement copy the words it rests on, letter by letter, and list the numbers of all chunks "
        "that support it. Write reasons in the language of the statement."
    ),
    reply=StatementVerdicts,
    examples=(
        Example(
            {
                "chunk": ["Larkspur Ferries has sailed since 1911.", "The crossing takes 40 minutes."],
                "statements": Lines(["The crossing takes 40 minutes.", "The crossing is free."]),
            },
            StatementVerdicts(
                verdicts=[
                    StatementVerdict(
                        number=1,
                        reason="Chunk 2 says so.",
                        supported=True,
                        quote="The crossing takes 40 minutes.",
                        chunks=[2],
                    ),
                    StatementVerdict(number=2, reason="No chunk mentions a price.", supported=False),
                ]
            ),
        ),
    ),
)

RELEVANT = JudgePrompt(
    name="judge_chunks",
    instruction=(
        "The numbered chunks were retrieved for the question, and the answer is given. For each chunk decide whether "
        "it was useful for reaching the answer: useful is true if the chunk holds at least part of the information "
        "that the answer gives. A chunk on the same subject that holds none of it is not useful. Give every number "
        "exactly once."
    ),
    reply=ChunkVerdicts,
)

ENTITIES = JudgePrompt(
    name="extract_entities",
    instruction=(
        "List the distinct named entities in the text: people, organisations, places, products, events, dates, "
        "amounts and figures. Write each once, as it stands in the text. If there are none, the list is empty."
    ),
    reply=Entities,
)

QUESTIONS = JudgePrompt(
    name="questions_for_answer",
    instruction=(
        "Write as many different questions as the count says, each one a question that the answer below would "
        "answer, in the language of the answer. Use only what the answer says. For each, noncommittal is true if the "
        "answer avoids answering (it says it does not know, cannot tell, or stays vague), else false."
    ),
    reply=Questions,
)
