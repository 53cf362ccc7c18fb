"""CSV that keeps types: what is written, and what is made of files from elsewhere."""

from __future__ import annotations

import csv
import io

import pytest

from ragas.backends import csv_text
from ragas.exceptions import InputError


def test_texts_stand_in_quotes_and_all_else_is_bare() -> None:
    """A reader of the file sees which cells are texts; numbers, truth values and missing values have no quotes."""
    rows = [
        {"id": 1, "code": "007", "score": 0.5, "ok": True, "note": None, "empty": "", "tags": ["a", 1]},
        {
            "id": 2,
            "code": 'say "hi"',
            "score": float("nan"),
            "ok": False,
            "note": "x,y",
            "empty": "[1]",
            "tags": {},
        },
    ]
    assert csv_text.write(rows, list(rows[0])).splitlines() == [
        '"id","code","score","ok","note","empty","tags"',
        '1,"007",0.5,true,,"","[""a"",1]"',
        '2,"say ""hi""",NaN,false,"x,y","""[1]""","{}"',
    ]


def test_any_reader_of_csv_reads_it() -> None:
    """Python's own reader finds the same rows and cells, line breaks included."""
    rows = [{"a": "one\r\ntwo", "b": 'a "word"'}, {"a": "x,y", "b": "1"}]
    text = csv_text.write(rows, ["a", "b"])
    assert list(csv.DictReader(io.StringIO(text, newline=""))) == rows


def test_pandas_reads_numbers_as_numbers() -> None:
    """A data frame read from the file has columns of numbers where the rows had numbers."""
    import pandas as pd

    text = csv_text.write([{"n": 1, "s": 0.5, "t": "x"}, {"n": 2, "s": None, "t": ""}], ["n", "s", "t"])
    frame = pd.read_csv(io.StringIO(text))
    assert [str(kind) for kind in frame.dtypes[:2]] == ["int64", "float64"]
    assert frame["s"].isna().tolist() == [False, True]


def test_without_quotes_in_the_header_every_cell_is_a_text() -> None:
    """Files written by hand, by a spreadsheet or by earlier versions: texts, as earlier versions read them."""
    text = 'id,query,tags,"with, comma"\n1,Who?,"[\'a\', \'b\']",\n2,"say ""hi""",,x\n'
    assert csv_text.read(text, "'f.csv'") == [
        {"id": "1", "query": "Who?", "tags": "['a', 'b']", "with, comma": ""},
        {"id": "2", "query": 'say "hi"', "tags": "", "with, comma": "x"},
    ]


def test_the_quotes_of_other_programs_are_understood() -> None:
    """Where the header is all in quotes, a bare number is a number and a quoted one is a text; NA is a text."""
    assert csv_text.read('"id","code","x"\n1,"1",NA\n-2.5,"",\n', "'f.csv'") == [
        {"id": 1, "code": "1", "x": "NA"},
        {"id": -2.5, "code": "", "x": None},
    ]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_and_blank_lines(end: str) -> None:
    """All line ends are understood, a missing last one too, and blank lines are no rows."""
    text = end.join(['"a","b"', "", '1,"x"', "", '2,"y"'])
    assert csv_text.read(text, "'f.csv'") == [{"a": 1, "b": "x"}, {"a": 2, "b": "y"}]


def test_a_single_missing_value_is_no_blank_line() -> None:
    """A row that is nothing but a missing value is still a row."""
    text = csv_text.write([{"a": None}, {"a": "null"}, {"a": ""}], ["a"])
    assert csv_text.read(text, "'f.csv'") == [{"a": None}, {"a": "null"}, {"a": ""}]


def test_a_long_word_of_digits_is_a_text() -> None:
    """More digits than Python is ready to read do not end the reading."""
    digits = "9" * 5000
    assert csv_text.read(f'"a"\n{digits}\n', "'f.csv'") == [{"a": digits}]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('"a","b"\n1,"x"\n2\n', "'f.csv', line 3: 1 cells, but the header names 2 columns"),
        ('"a"\n"x\ny"\n"z"z\n', "'f.csv', line 4: a quote is out of place"),
        ('"a","a"\n', "the column 'a' stands in the header twice"),
        ("a,b\n1,2\n1,2,3\n", "'f.csv', line 3: 3 cells, but the header names 2 columns"),
    ],
)
def test_broken_files_are_refused(text: str, said: str) -> None:
    """The message names file and line."""
    with pytest.raises(InputError, match=said):
        csv_text.read(text, "'f.csv'")


def test_rows_without_columns_are_refused() -> None:
    """They would vanish from the file."""
    with pytest.raises(InputError, match="without any column"):
        csv_text.write([{}, {}], [])
    assert csv_text.read(csv_text.write([], []), "'f.csv'") == []
