"""What the Google Drive backend needs of Google, in memory: files in folders, and the cells of sheets."""

from __future__ import annotations

import re
from typing import Any

from ragas.backends.gdrive_backend import DRIVE, FOLDER_TYPE, SHEETS

ROOT = "the-folder"


class Reply:
    """What `requests` gives back."""

    def __init__(self, content: dict[str, Any] | None, status_code: int = 200) -> None:
        self.content = content
        self.status_code = status_code

    def json(self) -> dict[str, Any] | None:
        return self.content

    def raise_for_status(self) -> None:
        if self.status_code >= 400:
            raise ConnectionError(f"HTTP {self.status_code}")


class Google:
    """Answers the requests of a session; lists come in pages of two."""

    def __init__(self) -> None:
        self.files: dict[str, dict[str, Any]] = {
            ROOT: {"name": "root", "mimeType": FOLDER_TYPE, "parents": []}
        }
        self.cells: dict[str, list[Any]] = {}
        self.requests: list[tuple[str, str]] = []

    def request(
        self, method: str, url: str, *, timeout: float, params: Any = None, json: Any = None
    ) -> Reply:
        self.requests.append((method, url))
        if url == DRIVE:
            return self._list(params) if method == "GET" else self._make(json)
        if url.startswith(DRIVE):
            found = self.files.get(url.removeprefix(f"{DRIVE}/"))
            return Reply(found) if found else Reply(None, 404)
        sheet = url.removeprefix(f"{SHEETS}/").removesuffix(":batchUpdate")
        if method == "POST":
            size, update = (next(iter(one.values())) for one in json["requests"])
            properties = size["properties"]["gridProperties"]
            assert properties["rowCount"] >= len(update["rows"])
            assert properties["columnCount"] >= max(len(row["values"]) for row in update["rows"])
            self.cells[sheet] = update["rows"]
            return Reply({})
        if "includeGridData" in params:
            rows = self.cells.get(sheet, [])
            return Reply({"sheets": [{"data": [{"rowData": rows}] if rows else [{}]}]})
        return Reply({"sheets": [{"properties": {"sheetId": 0}}]})

    def _list(self, params: Any) -> Reply:
        match = re.fullmatch(
            r"'([^']+)' in parents and mimeType = '([^']+)' and trashed = false", params["q"]
        )
        assert match is not None
        found = [
            {"id": key, **file}
            for key, file in self.files.items()
            if match[1] in file["parents"] and match[2] == file["mimeType"]
        ]
        start = int(params.get("pageToken", 0))
        page: dict[str, Any] = {"files": found[start : start + 2]}
        if start + 2 < len(found):
            page["nextPageToken"] = str(start + 2)
        return Reply(page)

    def _make(self, file: Any) -> Reply:
        key = f"id-{len(self.files)}"
        self.files[key] = {**file, "modifiedTime": f"{len(self.files):09}"}
        return Reply({"id": key})
