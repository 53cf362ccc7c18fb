"""Reading files: lazily, in UTF-8, with errors that name file and line."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest

from ragas import EvaluationDataset
from ragas.exceptions import InputError
from ragas.schema import iter_rows

LOAD = EvaluationDataset.load
Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a file into an empty folder."""

    def writer(name: str, text: str, encoding: str = "utf-8") -> Path:
        path = tmp_path / name
        path.write_bytes(text.encode(encoding))
        return path

    return writer


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_forms_with_and_without_byte_order_mark(write: Write, encoding: str) -> None:
    """The same rows come from JSONL, JSON and CSV, with a byte order mark or without."""
    files = [
        write("a.jsonl", '{"question": "¿Cuándo?", "contexts": ["列车"]}\n\n', encoding),
        write("b.json", '[{"question": "¿Cuándo?", "contexts": ["列车"]}]', encoding),
        write("c.json", '{"question": ["¿Cuándo?"], "contexts": [["列车"]]}', encoding),
        write("d.csv", 'question,contexts\r\n¿Cuándo?,"[""列车""]"\r\n', encoding),
        write("E.CSV", "question,contexts\n¿Cuándo?,['列车']\n\n", encoding),
    ]
    for file in files:
        assert LOAD(file).to_list() == [{"user_input": "¿Cuándo?", "retrieved_contexts": ["列车"]}], file


def test_rows_are_read_as_far_as_asked(write: Write) -> None:
    """`iter_rows` and `limit` do not look at what comes after the rows that are wanted."""
    jsonl = write("a.jsonl", '{"question": "1"}\n{"question": "2"}\noops')
    csv = write("a.csv", "question,answer\n1,x\n2,y\n3,z,too many\n")
    assert next(iter_rows(jsonl)) == {"question": "1"}
    assert next(iter_rows(csv)) == {"question": "1", "answer": "x"}
    assert len(LOAD(jsonl, limit=2)) == len(LOAD(csv, limit=2)) == 2


def test_long_cells(write: Write) -> None:
    """A retrieved document may be longer than the csv module's own limit."""
    assert LOAD(write("a.csv", f"response\n{'x' * 200_000}\n"))[0].response == "x" * 200_000  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("a.jsonl", "", r"a\.jsonl' is empty"),
        ("a.jsonl", " \n\n", r"a\.jsonl' is empty"),
        ("a.json", "", r"a\.json' is empty"),
        ("a.json", "[]", r"a\.json' is empty"),
        (
            "a.json",
            '{"question": "q"}\n{"question": "r"}\n',
            r"Extra data .* It looks like JSON Lines: .*\.jsonl$",
        ),
        ("a.json", '["q"] ["r"]', r"Extra data at character 7\): '\[\"q\"\] \[\"r\"\]'$"),
        ("a.csv", "", r"a\.csv' is empty"),
        ("a.csv", "question,answer\n", "has a header but no rows"),
        (
            "a.jsonl",
            '{"question": "q"}\n\n{"question": "q", "answer": oops}\n',
            r"a\.jsonl', line 3: not valid JSON \(.* at character 29\): '{\"question\": \"q\", \"answer\": oops}'",
        ),
        ("a.jsonl", '{"question": "' + "x" * 5000, r"line 1: not valid JSON .*x'…$"),
        ("a.jsonl", '[{"question": "q"}]', r"line 1: a list where an object belongs.*\.json"),
        ("a.jsonl", '"text"', r"row 0 \(.*a\.jsonl', line 1\): 'text' stands where an object"),
        ("a.jsonl", '{"question": "q", "question": "r"}', "line 1: duplicate column: 'question'"),
        ("a.jsonl", '{"x": ' + "9" * 5000 + "}", r"a\.jsonl', line 1: a number has more than 4300 digits"),
        ("a.jsonl", '{"x": ' + "[" * 200_000, r"a\.jsonl', line 1: the values are nested too deeply"),
        ("a.json", '{"question": "q"}', "column 'question' holds 'q', not a list"),
        ("a.json", '{"question": ["q"], "answer": []}', "not equally long"),
        ("a.json", "3", "neither a list of rows nor an object"),
        ("a.csv", "question,question\na,b\n", "line 1: duplicate column: 'question'"),
        ("a.csv", "question,user_input\na,b\n", r"row 0 \(.*a\.csv', line 2\): duplicate column"),
        ("a.csv", "question;answer\na;b\n", "separated by ';'"),
        ("a.csv", 'question,answer\n"two\nlines",b\na,b,c\n', "line 4: 3 cells, but the header names 2"),
        ("a.csv", 'question,answer\na,"b\n', "line 2: not valid CSV"),
        (
            "a.csv",
            "question,contexts\nq,[]\nq,Platform 2 is closed.\n",
            r"row 1 \(.*a\.csv', line 3\), column 'contexts': the text 'Platform 2 is closed\.'",
        ),
        ("a.xlsx", "", r"the suffix '\.xlsx' is not one of \.jsonl, \.json, \.csv, \.parquet"),
        ("a.parquet", "", "is not a Parquet file"),
    ],
)
def test_broken_files(write: Write, name: str, text: str, words: str) -> None:
    """What is wrong with a file is said with its name, the line and the piece of text."""
    with pytest.raises(InputError, match=words):
        LOAD(write(name, text))


def test_wrong_encoding(write: Write) -> None:
    """A file that is not UTF-8 is an error that says so."""
    with pytest.raises(InputError, match=r"a\.csv' is not UTF-8 text"):
        LOAD(write("a.csv", "question\né\n", "latin-1"))


def test_no_such_file(write: Write) -> None:
    """A file that does not exist is named, with the one probably meant."""
    path = write("answers.jsonl", "{}")
    with pytest.raises(
        InputError, match=r"there is no file '.*answer\.jsonl'\. Did you mean '.*answers\.jsonl'\?"
    ):
        LOAD(path.with_name("answer.jsonl"))


def test_folder_and_unreadable_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder, and a file one may not read, are named as such."""
    (tmp_path / "a.csv").mkdir()
    for path in (tmp_path, tmp_path / "a.csv"):
        with pytest.raises(InputError, match="is a folder"):
            LOAD(path)

    def refuse(*args: object, **kwargs: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("builtins.open", refuse)
    with pytest.raises(InputError, match=r"b\.jsonl' cannot be read: Permission denied"):
        LOAD(tmp_path / "b.jsonl")


@pytest.mark.parametrize("limit", [2, 10**20])
def test_any_limit(write: Write, limit: int) -> None:
    """A limit may be larger than any file; below zero it is refused."""
    file = write("a.jsonl", '{"question": "1"}\n{"question": "2"}\n')
    assert len(LOAD(file, limit=limit)) == 2
    with pytest.raises(InputError, match="limit is -1"):
        LOAD(file, limit=-1)


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    """The path - stands for JSONL on standard input, in UTF-8, which stays open."""
    stdin = io.TextIOWrapper(io.BytesIO('\ufeff{"question": "é"}\n'.encode()), encoding="ascii")
    monkeypatch.setattr("sys.stdin", stdin)
    assert LOAD("-").to_list() == [{"user_input": "é"}]
    assert not stdin.buffer.closed
    with pytest.raises(InputError, match="standard input is empty"):
        LOAD("-")
