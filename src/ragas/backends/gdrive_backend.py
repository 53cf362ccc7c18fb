"""Tables as Google Sheets in a folder of Google Drive."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, cast

from pydantic import BaseModel

from ragas._extras import optional
from ragas.backends.base import Kind, Row, TableBackend, already_there, columns_of, missing
from ragas.backends.values import from_text, plain_rows, to_text
from ragas.exceptions import ConfigurationError, InputError, MissingDependencyError

DRIVE = "https://www.googleapis.com/drive/v3/files"
SHEETS = "https://sheets.googleapis.com/v4/spreadsheets"
SCOPES = ["https://www.googleapis.com/auth/drive", "https://www.googleapis.com/auth/spreadsheets"]
FOLDER_TYPE = "application/vnd.google-apps.folder"
SHEET_TYPE = "application/vnd.google-apps.spreadsheet"
SUFFIX = ".gsheet"
LONGEST_CELL = 50_000
"""Characters; Google takes no more."""

EXACT = 2**53
"""Up to here a sheet keeps whole numbers exactly."""

GDRIVE_AVAILABLE = find_spec("google") is not None and find_spec("google.auth") is not None
"""Whether the packages of the extra `gdrive` are installed."""


class GDriveBackend(TableBackend):
    """Keeps each table as a spreadsheet `name.gsheet` in the subfolders `datasets` and `experiments` of a Drive folder.

    Texts stay texts and numbers numbers; lists and mappings are JSON in a cell. A sheet knows one kind of number: NaN
    becomes an empty cell, whole numbers beyond 2^53 become text. A cell holds 50,000 characters. A save is one request,
    which Google applies as a whole; two processes that make a table of the same name at the same time are not kept apart.

    Args:
        folder_id: the id in the folder's address.
        credentials_path: client secrets of an OAuth application; by default `GDRIVE_CREDENTIALS_PATH`.
        service_account_path: key of a service account, which goes before OAuth; by default
            `GDRIVE_SERVICE_ACCOUNT_PATH`.
        token_path: where the OAuth token is kept; by default `GDRIVE_TOKEN_PATH`, else `token.json`.
        session: what sends the requests, in place of one made from credentials: anything with the `request` method
            of `requests.Session` that adds its own authorisation.

    Raises:
        ConfigurationError: there are no credentials.
        InputError: there is no such folder.
    """

    def __init__(
        self,
        folder_id: str,
        credentials_path: str | None = None,
        service_account_path: str | None = None,
        token_path: str | None = None,
        *,
        session: Any = None,
    ) -> None:
        env = os.environ
        self.folder_id = folder_id
        self._session = session or _session(
            credentials_path or env.get("GDRIVE_CREDENTIALS_PATH"),
            service_account_path or env.get("GDRIVE_SERVICE_ACCOUNT_PATH"),
            token_path or env.get("GDRIVE_TOKEN_PATH") or "token.json",
        )
        self._folders: dict[Kind, str] = {}
        found = self._send("GET", f"{DRIVE}/{folder_id}", params={"fields": "mimeType"}, absent=True)
        if found is None or found.get("mimeType") != FOLDER_TYPE:
            raise InputError(f"Folder with ID {folder_id} not found, or it is not shared with this account.")

    def __repr__(self) -> str:
        return f"GDriveBackend(folder_id={self.folder_id!r})"

    def load_table(self, kind: Kind, name: str) -> list[Row]:
        """The rows of a sheet."""
        sheet = self._sheets(kind).get(name)
        if sheet is None:
            raise missing(kind, name, self, self.list_tables(kind))
        fields = "sheets.data.rowData.values.userEnteredValue"
        content = self._send("GET", f"{SHEETS}/{sheet}", params={"includeGridData": "true", "fields": fields})
        data = ((content or {}).get("sheets") or [{}])[0].get("data") or [{}]
        lines = [
            [_value(cell) for cell in row.get("values", [])] for row in cast(Any, data[0]).get("rowData", [])
        ]
        if not lines or not lines[0]:
            return []
        header = [name for name in lines[0] if name is not None]
        return [
            dict(zip(header, line + [None] * (len(header) - len(line)), strict=False))
            for line in lines[1:]
            if any(cell is not None for cell in line)
        ]

    def save_table(
        self, kind: Kind, name: str, data: Sequence[Row], data_model: type[BaseModel] | None, *, new: bool
    ) -> None:
        """Write the whole sheet in one request."""
        rows = plain_rows(data)
        columns = columns_of(rows, data_model)
        lines = [{"values": [_cell(column, "the header", column) for column in columns]}]
        lines += [
            {"values": [_cell(row.get(column), f"row {index}", column) for column in columns]}
            for index, row in enumerate(rows)
        ]
        sheet = self._sheets(kind).get(name)
        if sheet is not None and new:
            raise already_there(name, self)
        if sheet is None:
            sheet = self._make(f"{name}{SUFFIX}", SHEET_TYPE, self._folder(kind))
        page = self._send("GET", f"{SHEETS}/{sheet}", params={"fields": "sheets.properties.sheetId"})
        page_id = (page or {})["sheets"][0]["properties"]["sheetId"]
        size = {"rowCount": len(lines) + 1, "columnCount": max(1, len(columns))}
        changes = [
            {
                "updateSheetProperties": {
                    "properties": {"sheetId": page_id, "gridProperties": size},
                    "fields": "gridProperties(rowCount,columnCount)",
                }
            },
            {"updateCells": {"range": {"sheetId": page_id}, "fields": "userEnteredValue", "rows": lines}},
        ]
        self._send("POST", f"{SHEETS}/{sheet}:batchUpdate", json={"requests": changes})

    def list_tables(self, kind: Kind) -> list[str]:
        """The names of the sheets in the folder."""
        return sorted(self._sheets(kind))

    # -- Drive --------------------------------------------------------------------------------------------------

    def _sheets(self, kind: Kind) -> dict[str, str]:
        """The id of each sheet; of two with the same name, that of the one changed last."""
        found = list(self._files(self._folder(kind), SHEET_TYPE))
        return {
            one["name"].removesuffix(SUFFIX): one["id"]
            for one in sorted(found, key=lambda one: str(one.get("modifiedTime", "")))
        }

    def _folder(self, kind: Kind) -> str:
        """The id of a subfolder, which is made when it is not there."""
        if kind not in self._folders:
            there = {one["name"]: one["id"] for one in self._files(self.folder_id, FOLDER_TYPE)}
            self._folders[kind] = there.get(kind) or self._make(kind, FOLDER_TYPE, self.folder_id)
        return self._folders[kind]

    def _files(self, folder: str, kind: str) -> Iterator[dict[str, Any]]:
        """What is in a folder, page after page; only ids of Drive's own go into the query."""
        params = {
            "q": f"'{folder}' in parents and mimeType = '{kind}' and trashed = false",
            "fields": "nextPageToken, files(id, name, modifiedTime)",
            "pageSize": "1000",
            "supportsAllDrives": "true",
            "includeItemsFromAllDrives": "true",
        }
        while True:
            page = self._send("GET", DRIVE, params=params) or {}
            yield from page.get("files", [])
            if not page.get("nextPageToken"):
                return
            params = {**params, "pageToken": page["nextPageToken"]}

    def _make(self, name: str, kind: str, parent: str) -> str:
        body = {"name": name, "mimeType": kind, "parents": [parent]}
        made = self._send("POST", DRIVE, params={"supportsAllDrives": "true"}, json=body)
        return str((made or {})["id"])

    def _send(self, method: str, url: str, *, absent: bool = False, **options: Any) -> dict[str, Any] | None:
        """Google's answer; with `absent`, None where there is nothing."""
        reply = self._session.request(method, url, timeout=60, **options)
        if absent and reply.status_code == 404:
            return None
        reply.raise_for_status()
        return cast(dict[str, Any], reply.json())


def _cell(value: Any, place: str, column: str) -> dict[str, Any]:
    """A value as a cell; texts are never read as formulas."""
    if value is None or (isinstance(value, float) and value - value != 0):  # NaN and infinity
        return {}
    if isinstance(value, bool):
        return {"userEnteredValue": {"boolValue": value}}
    if isinstance(value, float) or (isinstance(value, int) and abs(value) <= EXACT):
        return {"userEnteredValue": {"numberValue": value}}
    text = str(value) if isinstance(value, int) else to_text(value)
    if text == "":
        text = '""'  # an empty cell is a missing value
    if len(text) > LONGEST_CELL:
        raise InputError(
            f"{place}, column {column!r} has {len(text)} characters; a Google sheet takes {LONGEST_CELL}."
        )
    return {"userEnteredValue": {"stringValue": text}}


def _value(cell: dict[str, Any]) -> Any:
    entered = cell.get("userEnteredValue") or {}
    if "stringValue" in entered:
        return from_text(entered["stringValue"])
    if "numberValue" in entered:
        number = entered["numberValue"]
        return int(number) if float(number).is_integer() and abs(number) <= EXACT else number
    return entered.get("boolValue")


def _session(credentials_path: str | None, service_account_path: str | None, token_path: str) -> Any:
    """A session that authorises its requests: the service account's, else that of a person who agreed in a browser."""
    try:
        requests = optional("google.auth.transport.requests", extra="gdrive", purpose="gdrive")
        service_account = optional("google.oauth2.service_account", extra="gdrive", purpose="gdrive")
        oauth = optional("google.oauth2.credentials", extra="gdrive", purpose="gdrive")
    except ImportError as error:
        raise MissingDependencyError(
            "Google Drive backend requires additional dependencies. "
            f'Install them with: pip install "ragas[gdrive]" ({error})'
        ) from error
    if service_account_path and Path(service_account_path).exists():
        found = service_account.Credentials.from_service_account_file(service_account_path, scopes=SCOPES)
        return requests.AuthorizedSession(found)
    token = Path(token_path)
    person = oauth.Credentials.from_authorized_user_file(str(token), SCOPES) if token.exists() else None
    if person is not None and (person.valid or person.refresh_token):
        return requests.AuthorizedSession(person)
    if credentials_path and Path(credentials_path).exists():
        flow = optional("google_auth_oauthlib.flow", extra="gdrive", purpose="Signing in to Google Drive")
        person = flow.InstalledAppFlow.from_client_secrets_file(credentials_path, SCOPES).run_local_server(
            port=0
        )
        token.touch(mode=0o600)
        token.write_text(person.to_json(), encoding="utf-8")
        return requests.AuthorizedSession(person)
    raise ConfigurationError(
        "No valid authentication method found. Give service_account_path (or GDRIVE_SERVICE_ACCOUNT_PATH) or "
        "credentials_path (or GDRIVE_CREDENTIALS_PATH) the path of a file that exists."
    )
