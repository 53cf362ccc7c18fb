"""PydanticPrompt: a prompt of your own with a model for what goes in and a model for what comes out."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from copy import copy
from pathlib import Path
from typing import Any, Generic, Self, TypeVar

from pydantic import BaseModel, ValidationError, create_model

from ragas.llms.adapt import ask
from ragas.llms.judge import Image
from ragas.llms.schemas import instruction as how_to_answer
from ragas.prompt import saved
from ragas.prompt.asking import judge_of
from ragas.prompt.base import BasePrompt, read, several, snake_case
from ragas.prompt.fence import Data
from ragas.prompt.judge_prompt import Example, JudgePrompt

InputModel = TypeVar("InputModel", bound=BaseModel)
OutputModel = TypeVar("OutputModel", bound=BaseModel)


class PydanticPrompt(BasePrompt, Generic[InputModel, OutputModel]):
    """An instruction with a model of its input, a model of its output and examples of both.

    Subclass it and set `instruction`, `input_model`, `output_model` and, if you like, `examples`. What the judge is told
    comes from a `JudgePrompt`: every field of the input is a block of data that cannot pass for an instruction.

    >>> from pydantic import BaseModel
    >>> from ragas.prompt.base import StringIO, BoolIO
    >>> class IsQuestion(PydanticPrompt[StringIO, BoolIO]):
    ...     instruction = "Say whether the text asks something."
    ...     input_model = StringIO
    ...     output_model = BoolIO
    ...     examples = [(StringIO(text="Who?"), BoolIO(value=True))]
    >>> IsQuestion().name
    'is_question'
    """

    name: str
    instruction: str = ""
    input_model: type[InputModel]
    output_model: type[OutputModel]
    examples: list[tuple[InputModel, OutputModel]]

    def __init__(self, name: str | None = None, language: str = "", original_hash: str | None = None) -> None:
        language = language or getattr(type(self), "language", "english")
        super().__init__(name, language, original_hash)
        # A list of the object's own: adding an example does not change the other prompts of the class.
        self.examples = list(getattr(type(self), "examples", ()))

    def __init_subclass__(cls, **kwargs: object) -> None:
        super().__init_subclass__(**kwargs)
        if "name" not in cls.__dict__:
            cls.name = snake_case(cls.__name__)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PydanticPrompt):
            return NotImplemented
        return self.version == other.version and self.language == other.language

    def __hash__(self) -> int:
        return int(self.version, 16)

    def __str__(self) -> str:
        shown = json.dumps(self._content(), indent=2, ensure_ascii=False)
        return f"{type(self).__name__}\n{shown}"

    # -- what the judge is told -----------------------------------------------------------------------------------

    def judge_prompt(self, examples: Sequence[tuple[InputModel, OutputModel]] | None = None) -> JudgePrompt:
        """The prompt underneath, with these examples or the prompt's own."""
        shown = self.examples if examples is None else examples
        return JudgePrompt(
            self.name,
            self.instruction,
            self.output_model,
            tuple(Example(blocks(given), wanted) for given, wanted in shown),
            self.language,
        )

    @property
    def version(self) -> str:
        """The first 12 hex digits of the hash of everything this prompt says."""
        return self.judge_prompt().version

    def to_string(self, data: InputModel | None = None) -> str:
        """The whole prompt as a model that answers in text gets it. Without `data` the place of the input is empty."""
        prompt = self.judge_prompt()
        return f"{prompt.render({} if data is None else blocks(data))}\n\n{how_to_answer(self.output_model)}"

    def parts(self, prompt: JudgePrompt, data: InputModel) -> str | Sequence[str | Image]:
        """What is sent for `data`: the rendered prompt. Override it to send pictures."""
        return prompt.render(blocks(data))

    def process_input(self, input: InputModel) -> InputModel:
        """The input as the judge sees it. Override it to change the input first."""
        return input

    def process_output(self, output: OutputModel, input: InputModel) -> OutputModel:
        """The output as the caller gets it. Override it to check or complete what the judge said."""
        return output

    # -- asking ---------------------------------------------------------------------------------------------------

    async def generate(
        self,
        llm: Any,
        data: InputModel,
        temperature: float | None = None,
        stop: list[str] | None = None,
        callbacks: Any = None,
        retries_left: int = 3,
    ) -> OutputModel:
        """The answer of `llm`, anything that can judge, for `data`.

        `temperature` and `stop` hold for this asking where `llm` can be given them, and a warning says where it cannot. A
        reply that does not fit is asked for again up to `retries_left` times; a `Judge` of your own is asked once.

        Raises:
            ReplyError: the reply does not fit the output model, also when asked again.
        """
        asked = self.process_input(data)
        prompt = self.judge_prompt(await self._shown(asked))
        reply = await ask(
            judge_of(llm, temperature, stop, retries_left), self.parts(prompt, asked), self.output_model
        )
        return self.process_output(reply, asked)

    async def generate_multiple(
        self,
        llm: Any,
        data: InputModel,
        n: int = 1,
        temperature: float | None = None,
        stop: list[str] | None = None,
        callbacks: Any = None,
        retries_left: int = 3,
    ) -> list[OutputModel]:
        """`n` answers for `data`, each asked for by itself."""
        return await several(
            n, lambda: self.generate(llm, data, temperature, stop, retries_left=retries_left)
        )

    async def _shown(self, data: InputModel) -> Sequence[tuple[InputModel, OutputModel]]:
        """The examples to show for `data`."""
        return self.examples

    # -- other languages and files --------------------------------------------------------------------------------

    async def adapt(self, target_language: str, llm: Any, adapt_instruction: bool = False) -> Self:
        """A copy for another language; `llm` translates the examples in one call, and the instruction on request.

        Raises:
            ValueError: the language is blank.
            IncompleteReplyError: the judge leaves texts out, also when asked again.
        """
        # Both sides of every example as one reply: of a reply each text is translated, and nothing else.
        pair: Any = create_model("Pair", given=(self.input_model, ...), wanted=(self.output_model, ...))
        examples = [
            Example({}, pair.model_construct(given=given, wanted=wanted)) for given, wanted in self.examples
        ]
        prompt = JudgePrompt(self.name, self.instruction, pair, tuple(examples), self.language)
        adapted = await prompt.adapt(target_language, llm, adapt_instruction)
        replies: list[Any] = [one.reply for one in adapted.examples]
        changed = copy(self)
        changed.instruction = adapted.instruction
        changed.examples = [(one.given, one.wanted) for one in replies]
        changed.language = adapted.language
        if adapted is not prompt:
            changed.original_hash = self.original_hash or self.version
        return changed

    def _content(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "instruction": self.instruction,
            "examples": [
                [given.model_dump(mode="json", exclude_none=True), wanted.model_dump(mode="json")]
                for given, wanted in self.examples
            ],
            "language": self.language,
        }

    def to_dict(self) -> dict[str, Any]:
        """What a file keeps of the prompt: not the models, which are the class's."""
        return {
            "original_hash": self.original_hash or self.version,
            "language": self.language,
            "instruction": self.instruction,
            "examples": [
                {"input": given.model_dump(mode="json"), "output": wanted.model_dump(mode="json")}
                for given, wanted in self.examples
            ],
        }

    @classmethod
    def load(cls, file_path: str | Path) -> Self:
        """A prompt of this class with the instruction, examples and language of a file, also one of Ragas 0.4.3.

        Warns when another version of Ragas wrote the file.

        Raises:
            InputError: the file cannot be read, or its examples do not fit the models of this class.
        """
        content = read(file_path)
        prompt = cls()
        with saved.checking(file_path, "prompt"):
            if (instruction := saved.part(content, "instruction", str, "a text")) is None:
                raise TypeError("it holds no instruction")
            prompt.instruction = instruction
            prompt.language = saved.part(content, "language", str, "the name of a language", "english")
            made_from = saved.part(content, "original_hash", (str, int), "a hash")
            examples = saved.examples(content)
        try:
            prompt.examples = [
                (cls.input_model.model_validate(given), cls.output_model.model_validate(wanted))
                for given, wanted in examples
            ]
        except ValidationError as error:
            raise saved.refused(
                file_path, "prompt", f"an example does not fit {cls.__name__}: {error}"
            ) from error
        prompt.original_hash = None if made_from == prompt.version else made_from
        return prompt


def blocks(data: BaseModel) -> dict[str, Data]:
    """The fields of an input as blocks of data: texts as they are, lists of texts numbered, all else as JSON."""
    found: Mapping[str, Any] = data.model_dump(mode="json", exclude_none=True)
    return {name: _block(value) for name, value in found.items()}


def _block(value: Any) -> Data:
    if isinstance(value, str):
        return value
    if isinstance(value, list) and value and all(isinstance(item, str) for item in value):
        return value
    return json.dumps(value, ensure_ascii=False)
