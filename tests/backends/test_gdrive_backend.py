"""The Google Drive backend: what it asks of Google, and what it says when it cannot."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from ragas.backends import GDriveBackend
from ragas.backends.gdrive_backend import FOLDER_TYPE, SHEET_TYPE
from ragas.exceptions import ConfigurationError, InputError, MissingDependencyError
from tests.backends.google import ROOT, Google


def test_tables_are_sheets_in_two_folders() -> None:
    """A table is a spreadsheet `name.gsheet` in `datasets` or `experiments`; saving again keeps the same sheet."""
    google = Google()
    backend = GDriveBackend(ROOT, session=google)
    backend.save_dataset("q", [{"a": 1}])
    backend.save_dataset("q", [{"a": 2}])
    backend.save_experiment("run", [{"b": 1}])
    names = {file["name"]: file["mimeType"] for file in google.files.values()}
    assert names == {
        "root": FOLDER_TYPE,
        "datasets": FOLDER_TYPE,
        "experiments": FOLDER_TYPE,
        "q.gsheet": SHEET_TYPE,
        "run.gsheet": SHEET_TYPE,
    }
    assert backend.load_dataset("q") == [{"a": 2}]


def test_texts_are_never_formulas() -> None:
    """A text that begins with = is entered as a text, and numbers as numbers."""
    google = Google()
    GDriveBackend(ROOT, session=google).save_dataset("q", [{"t": "=1+1", "n": 0.5, "ok": True, "none": None}])
    ((_, row),) = google.cells.values()
    assert row["values"] == [
        {"userEnteredValue": {"stringValue": "=1+1"}},
        {"userEnteredValue": {"numberValue": 0.5}},
        {"userEnteredValue": {"boolValue": True}},
        {},
    ]


def test_more_files_than_a_page_and_more_columns_than_letters() -> None:
    """All pages of a list are read, and a table may have more than 26 columns."""
    backend = GDriveBackend(ROOT, session=Google())
    wide = [{f"c{index}": index for index in range(40)}]
    for index in range(5):
        backend.save_dataset(f"t{index}", wide)
    assert backend.list_datasets() == ["t0", "t1", "t2", "t3", "t4"]
    assert backend.load_dataset("t4") == wide


def test_an_unknown_folder_is_refused() -> None:
    """The message names the id."""
    with pytest.raises(InputError, match="Folder with ID nowhere not found"):
        GDriveBackend("nowhere", session=Google())


def test_without_credentials_it_says_what_to_give(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No service account and no client secrets: the message names arguments and variables."""
    monkeypatch.chdir(tmp_path)
    for name in ("GDRIVE_CREDENTIALS_PATH", "GDRIVE_SERVICE_ACCOUNT_PATH", "GDRIVE_TOKEN_PATH"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(
        ConfigurationError, match=r"No valid authentication method found.*service_account_path"
    ):
        GDriveBackend(ROOT, credentials_path="absent.json")


def test_the_token_of_a_person_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has agreed once is not asked again: the token file, named by argument or variable, authorises requests."""
    from google.auth.transport.requests import AuthorizedSession

    google, tokens = Google(), []

    def request(self: Any, method: str, url: str, **options: Any) -> Any:
        tokens.append(self.credentials.refresh_token)
        return google.request(method, url, **options)

    monkeypatch.setattr(AuthorizedSession, "request", request)
    token = tmp_path / "token.json"
    token.write_text(
        json.dumps({"client_id": "c", "client_secret": "s", "refresh_token": "r", "token": None})
    )
    monkeypatch.setenv("GDRIVE_TOKEN_PATH", str(token))
    backend = GDriveBackend(ROOT)
    backend.save_dataset("q", [{"a": 1}])
    assert GDriveBackend(ROOT, token_path=str(token)).load_dataset("q") == [{"a": 1}]
    assert set(tokens) == {"r"}


def test_missing_packages_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without Google's packages the message says which extra brings them."""
    monkeypatch.setitem(sys.modules, "google.auth.transport.requests", None)
    with pytest.raises(MissingDependencyError, match=r"requires additional dependencies.*ragas\[gdrive\]"):
        GDriveBackend(ROOT)
