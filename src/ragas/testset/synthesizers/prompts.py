"""What synthesizers ask a judge, and the models of its replies."""

from __future__ import annotations

from pydantic import BaseModel

from ragas.prompt.fence import Lines
from ragas.prompt.judge_prompt import Example, prompt_value
from ragas.testset.persona import Persona
from ragas.testset.synthesizers.base import QueryLength, QueryStyle
from ragas.testset.synthesizers.input_prompt import InputPrompt

STYLES = {
    QueryStyle.MISSPELLED: "with one or two spelling mistakes, as typed in haste",
    QueryStyle.PERFECT_GRAMMAR: "one well-formed question",
    QueryStyle.POOR_GRAMMAR: "with faulty grammar, but understandable",
    QueryStyle.WEB_SEARCH_LIKE: "key words as typed into a search engine, no full sentence",
}
LENGTHS = {
    QueryLength.SHORT: "at most 8 words",
    QueryLength.MEDIUM: "8 to 15 words",
    QueryLength.LONG: "15 to 30 words, with the asker's situation",
}
_WRITING = (
    "The question must be understandable for somebody who has not seen the context and does not know that there is "
    "one: name the things it is about, and never say 'the text', 'this section', 'according to the context' or 'above'. "
    "It asks for something and does not hold its own answer, nor copies a sentence. The answer is one to three full "
    "sentences, in plain good grammar whatever the style of the question, and says nothing that the context does not "
    "say. Write both in the language asked for, else in the language of the context. Style and length are those of the "
    "question."
)


class ThemesPersonasInput(BaseModel):
    """Themes, and the people who may ask about them."""

    themes: list[str]
    personas: list[Persona]


class PersonaThemesMapping(BaseModel):
    """For each person's name the themes they would ask about."""

    mapping: dict[str, list[str]]


class QueryCondition(BaseModel):
    """What a question to one passage is to be like."""

    persona: Persona | None = None
    term: str = ""
    query_style: str = ""
    query_length: str = ""
    context: str
    llm_context: str | None = None
    language: str | None = None


class QueryConditions(BaseModel):
    """What a question to several passages is to be like."""

    persona: Persona | None = None
    themes: list[str]
    query_style: str = ""
    query_length: str = ""
    context: list[str]
    llm_context: str | None = None
    language: str | None = None


class GeneratedQueryAnswer(BaseModel):
    """A question and its answer."""

    query: str
    answer: str


class ConceptsList(BaseModel):
    """For each passage what it is about."""

    lists_of_concepts: list[list[str]]
    max_combinations: int = 5


class ConceptCombinations(BaseModel):
    """Concepts that belong together, taken from different passages."""

    combinations: list[list[str]]


_CONTEXT = (
    "Larkspur Ferries sails to Bell Island four times a day from April to October and twice a day in winter. Bicycles "
    "travel free; a car costs 18 euros each way and has to be booked by noon of the day before."
)


@prompt_value
class ThemesPersonasMatchingPrompt(InputPrompt):
    """Asks who would want to know about what."""

    name: str = "match_themes_to_personas"
    instruction: str = (
        "For each person say which of the themes they would ask about, going by their role. Use the names and themes "
        "exactly as they are given. A theme may belong to several people or to none."
    )
    reply: type[BaseModel] = PersonaThemesMapping
    examples: tuple[Example, ...] = (
        Example(
            {
                "themes": Lines(["fares", "engine maintenance"]),
                "personas": Lines(
                    [
                        "Hurried Group Traveller: Arranges trips for a school class.",
                        "Ship's Engineer: Keeps the ferries running.",
                    ]
                ),
            },
            PersonaThemesMapping(
                mapping={"Hurried Group Traveller": ["fares"], "Ship's Engineer": ["engine maintenance"]}
            ),
        ),
    )
    input: type[BaseModel] = ThemesPersonasInput


@prompt_value
class QueryAnswerPrompt(InputPrompt):
    """Asks for a question that one passage answers."""

    name: str = "question_to_passage"
    instruction: str = (
        "Write one question that the person would ask, and its answer. The context alone must answer it completely. If "
        f"there is a term, the question is about it. {_WRITING}"
    )
    reply: type[BaseModel] = GeneratedQueryAnswer
    examples: tuple[Example, ...] = (
        Example(
            {
                "persona": "Hurried Group Traveller: Arranges trips for a school class.",
                "term": "car",
                "query style": STYLES[QueryStyle.PERFECT_GRAMMAR],
                "query length": LENGTHS[QueryLength.MEDIUM],
                "context": _CONTEXT,
            },
            GeneratedQueryAnswer(
                query="How far ahead must I book a car on the ferry to Bell Island?",
                answer="A car on the Larkspur ferry to Bell Island has to be booked by noon of the day before.",
            ),
        ),
    )
    input: type[BaseModel] = QueryCondition


@prompt_value
class MultiHopQueryAnswerPrompt(InputPrompt):
    """Asks for a question that takes several passages."""

    name: str = "question_to_passages"
    instruction: str = (
        "Write one question that the person would ask, and its answer. It must take facts from at least two of the "
        "context blocks together: none of them alone answers it. It is about what the themes have in common, or how one "
        "bears on the other, not two questions joined by 'and'. All blocks together must answer it completely. "
        f"{_WRITING}"
    )
    reply: type[BaseModel] = GeneratedQueryAnswer
    examples: tuple[Example, ...] = (
        Example(
            {
                "persona": "Hurried Group Traveller: Arranges trips for a school class.",
                "themes": Lines(["Bell Island", "winter timetable"]),
                "query style": STYLES[QueryStyle.PERFECT_GRAMMAR],
                "query length": LENGTHS[QueryLength.MEDIUM],
                "context": (
                    f"<1-hop>\n\n{_CONTEXT}",
                    "<2-hop>\n\nThe lighthouse of Bell Island is open in January and February, for groups only.",
                ),
            },
            GeneratedQueryAnswer(
                query="How many ferries a day run when the Bell Island lighthouse takes groups?",
                answer=(
                    "The lighthouse is open to groups in January and February, and Larkspur Ferries sails twice a day in "
                    "winter."
                ),
            ),
        ),
    )
    input: type[BaseModel] = QueryConditions


@prompt_value
class ConceptCombinationPrompt(InputPrompt):
    """Asks which concepts of different passages belong together."""

    name: str = "combine_concepts"
    instruction: str = (
        "Each numbered line lists what one passage is about. Combine concepts of different lines that make sense in one "
        "question; each combination holds at least two concepts, from at least two lines, written exactly as given. "
        "Give at most as many combinations as max combinations says, the most telling first."
    )
    reply: type[BaseModel] = ConceptCombinations
    input: type[BaseModel] = ConceptsList


@prompt_value
class UnanswerablePrompt(InputPrompt):
    """Asks for a question that the documents leave open."""

    name: str = "question_left_open"
    instruction: str = (
        "Write one question that the person would ask about the subject of the context and that sounds as if the "
        "context answered it, but whose answer is nowhere in it and cannot be worked out from it. Ask for one detail "
        "that is missing: a number, a date, a name, a reason. Do not take anything for granted that the context does "
        "not say. As the answer write one sentence saying that the documents do not tell this, and naming what is "
        f"missing. {_WRITING}"
    )
    reply: type[BaseModel] = GeneratedQueryAnswer
    examples: tuple[Example, ...] = (
        Example(
            {"context": _CONTEXT, "query length": LENGTHS[QueryLength.MEDIUM]},
            GeneratedQueryAnswer(
                query="What does it cost to take a dog on the ferry to Bell Island?",
                answer="The documents do not tell what a dog costs on the ferry to Bell Island.",
            ),
        ),
    )
    input: type[BaseModel] = QueryCondition


@prompt_value
class AdversarialPrompt(InputPrompt):
    """Asks for a question that takes something false for granted."""

    name: str = "question_with_false_premise"
    instruction: str = (
        "Write one question that the person would ask and that takes something for granted which the context says is "
        "otherwise: a wrong number, name, condition or order. The mistake must be plain to somebody who knows the "
        "context and easy to miss for somebody who does not. As the answer correct the mistake with what the context "
        f"says; state only the true facts. {_WRITING}"
    )
    reply: type[BaseModel] = GeneratedQueryAnswer
    examples: tuple[Example, ...] = (
        Example(
            {"context": _CONTEXT, "query length": LENGTHS[QueryLength.MEDIUM]},
            GeneratedQueryAnswer(
                query="Since the ferry to Bell Island stops in winter, when does the last one sail?",
                answer="Larkspur Ferries sails to Bell Island twice a day in winter.",
            ),
        ),
    )
    input: type[BaseModel] = QueryCondition
