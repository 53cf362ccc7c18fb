"""Prompts about conversations with an assistant, and the models of their replies."""

from __future__ import annotations

from pydantic import BaseModel, Field

from ragas.prompt.judge_prompt import JudgePrompt


class Topics(BaseModel):
    """What a person asked about."""

    topics: list[str]


class Refusal(BaseModel):
    """Whether the assistant refused one numbered topic."""

    number: int = Field(description="number of the topic")
    reason: str = Field(description="one short sentence")
    refused: bool


class Refusals(BaseModel):
    """One verdict for every numbered topic."""

    verdicts: list[Refusal]


class Membership(BaseModel):
    """Whether one numbered topic is an allowed one."""

    number: int = Field(description="number of the topic")
    reason: str = Field(description="one short sentence")
    allowed: bool


class Memberships(BaseModel):
    """One verdict for every numbered topic."""

    verdicts: list[Membership]


class Workflow(BaseModel):
    """What a person wanted and what came of it."""

    user_goal: str
    end_state: str


class Outcome(BaseModel):
    """Whether what was wanted is what came of it."""

    reason: str = Field(description="one short sentence")
    achieved: bool


TOPICS = JudgePrompt(
    name="extract_topics",
    instruction=(
        "List the topics that the human asks about in the conversation, in a few words each, every topic once. Take "
        "them only from what the human says. If the human asks about nothing, the list is empty."
    ),
    reply=Topics,
)

REFUSALS = JudgePrompt(
    name="judge_refusals",
    instruction=(
        "For each numbered topic decide whether the AI refused to talk about it: refused is true if the AI declined, "
        "said that it cannot help, or did not answer, and false if it answered, also briefly or with a tool. Give "
        "every number exactly once."
    ),
    reply=Refusals,
)

MEMBERSHIPS = JudgePrompt(
    name="match_topics",
    instruction=(
        "For each numbered topic decide whether it belongs to one of the allowed topics: allowed is true if it is one "
        "of them or a part of one of them, in any words, else false. Give every number exactly once."
    ),
    reply=Memberships,
)

WORKFLOW = JudgePrompt(
    name="infer_goal_and_outcome",
    instruction=(
        "Read the conversation between a human and an AI that may use tools. Write in one or two sentences each: "
        "user_goal, what the human wanted to get done; end_state, what had been done by the end of the conversation. "
        "Keep names, figures and dates. The end state is what happened, not what was promised."
    ),
    reply=Workflow,
)

OUTCOME = JudgePrompt(
    name="compare_outcome",
    instruction=(
        "Decide whether the end state fulfils the goal: achieved is true if everything the goal asks for has been "
        "done, in any words. It is false if a part is missing, a name, figure or date differs, or it was only promised."
    ),
    reply=Outcome,
)
