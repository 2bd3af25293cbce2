"""Sends the calls of the client: the API key, time-outs, retries and failures; verifies webhooks."""

from __future__ import annotations

import base64
import binascii
import email.utils
import hashlib
import hmac
import http.client
import json
import random
import re
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Type, Union

Document = Union[Mapping[str, Any], str]
"""A document: an object, or its JSON text."""


class CfdiStampFailure(Exception):
    """Base of every failure.

    ``requestId`` (also ``request_id``) is the id of the request in the log of the service, if there
    was an answer. The message has it too.
    """

    requestId: Optional[str] = None

    @property
    def request_id(self) -> Optional[str]:
        return self.requestId


def _message_with(message: str, request_id: Optional[str]) -> str:
    return message if request_id is None else f"{message} (request {request_id})"


class ServiceFailure(CfdiStampFailure):
    """The service refused the call. There is a class for each code.

    ``code`` is stable; ``errors`` has every finding, and is empty if the message is the only one;
    ``retryAfter`` is in seconds. Repeat the call with ``idempotencyKey``, which was sent.
    """

    def __init__(
        self,
        body: Mapping[str, Any],
        *,
        status: int,
        retryAfter: Optional[float],
        operation: str,
        idempotencyKey: Optional[str],
        requestId: Optional[str] = None,
    ) -> None:
        self.message: str = _message_with(body["message"], requestId)
        super().__init__(self.message)
        self.requestId = requestId
        self.code: int = body["code"]
        self.errors: List[Dict[str, Any]] = body["errors"]
        self.status = status
        self.retryAfter = retryAfter
        self.operation = operation
        self.idempotencyKey = idempotencyKey


class ConnectionFailure(CfdiStampFailure):
    """No response of the service: the connection, the time-out or a proxy.

    The call may have succeeded. ``status`` is that of a response that is not of the service.
    """

    def __init__(
        self,
        message: str,
        *,
        status: Optional[int],
        operation: str,
        idempotencyKey: Optional[str],
        requestId: Optional[str] = None,
    ) -> None:
        self.message = _message_with(message, requestId)
        super().__init__(self.message)
        self.requestId = requestId
        self.status = status
        self.operation = operation
        self.idempotencyKey = idempotencyKey


class WebhookFailure(CfdiStampFailure):
    """A webhook that the service did not sign, or not recently.

    ``reason`` is ``headers``, ``timestamp`` or ``signature``.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(f"the webhook is not valid: {reason}")
        self.reason = reason


@dataclass(frozen=True)
class Operation:
    """An operation of the service, as data. ``fields`` has the place of each field."""

    method: str
    path: str
    answer: str
    takes_key: bool = False
    is_open: bool = False
    fields: Mapping[str, str] = field(default_factory=dict)


AGENT = {"user-agent": "cfdi-stamp-client-python"}

LONGEST_WAIT = 60
"""Seconds of the longest ``Retry-After`` that a call waits for."""

RETRIED = frozenset({429, 500, 502, 503, 504})
"""Statuses after which the same call may succeed."""


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect would send the API key to another server."""

    def redirect_request(self, *_: Any) -> None:
        return None


class Runtime:
    """Sends calls."""

    def __init__(
        self,
        url: str,
        key: str,
        operations: Mapping[str, Operation],
        failures: Mapping[int, Type[ServiceFailure]],
        *,
        timeout: float,
        retries: int,
    ) -> None:
        self._url = _require_url(url).rstrip("/")
        self._key = _require_visible(key, "an API key")
        self._operations = operations
        self._failures = failures
        self._timeout = timeout
        self._retries = retries
        self._opener = urllib.request.build_opener(_NoRedirect)

    def call(
        self,
        name: str,
        given: Mapping[str, Any],
        *,
        idempotencyKey: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> Any:
        """Calls an operation. Raises ServiceFailure and ConnectionFailure."""
        operation = self._operations[name]
        key = (idempotencyKey or str(uuid.uuid4())) if operation.takes_key else None
        request = self._request_of(operation, given, key)
        return self._repeat(name, operation, request, key, timeout, retries)

    def download(
        self, url: str, *, timeout: Optional[float] = None, retries: Optional[int] = None
    ) -> bytes:
        """Returns the document of a link. Sends no key."""
        request = urllib.request.Request(_require_url(url), headers=AGENT)
        operation = Operation("GET", url, "bytes")
        body: bytes = self._repeat("download", operation, request, None, timeout, retries)
        return body

    def _repeat(
        self,
        name: str,
        operation: Operation,
        request: urllib.request.Request,
        key: Optional[str],
        timeout: Optional[float],
        retries: Optional[int],
    ) -> Any:
        is_repeatable = operation.method == "GET" or key is not None
        most = self._retries if retries is None else retries
        seconds = self._timeout if timeout is None else timeout
        attempt = 0
        while True:
            try:
                return self._attempt(name, operation, request, key, seconds)
            except (ServiceFailure, ConnectionFailure) as failure:
                wait = _wait_after(failure, is_repeatable, attempt)
                if attempt >= most or wait is None:
                    raise
            time.sleep(wait)
            attempt += 1

    def _request_of(
        self, operation: Operation, given: Mapping[str, Any], key: Optional[str]
    ) -> urllib.request.Request:
        places: Dict[str, Dict[str, str]] = {"path": {}, "query": {}, "form": {}}
        for name, value in given.items():
            if value is not None:
                places[operation.fields[name]][name] = _text_of(value)
        path = re.sub(
            r"\{(\w+)\}",
            lambda match: urllib.parse.quote(places["path"][match[1]], safe=""),
            operation.path,
        )
        query = urllib.parse.urlencode(places["query"])
        headers = {"accept": "application/json", **AGENT}
        if not operation.is_open:
            headers["x-api-key"] = self._key
        if key is not None:
            headers["idempotency-key"] = _require_visible(key, "an idempotency key")
        form = urllib.parse.urlencode(places["form"]).encode()
        body = form if operation.method == "POST" else None
        url = self._url + path + (f"?{query}" if query else "")
        return urllib.request.Request(url, body, headers, method=operation.method)

    def _attempt(
        self,
        name: str,
        operation: Operation,
        request: urllib.request.Request,
        key: Optional[str],
        seconds: float,
    ) -> Any:
        try:
            status, headers, body = self._send(request, seconds)
            if status < 300:
                if operation.answer == "none":
                    return None
                return body if operation.answer == "bytes" else json.loads(body)
        except (OSError, ValueError, http.client.HTTPException) as cause:
            raise ConnectionFailure(
                "the service did not answer", status=None, operation=name, idempotencyKey=key
            ) from cause
        failure = _failure_body_of(body)
        if failure is None:
            raise ConnectionFailure(
                f"HTTP {status}, which is not of the service",
                status=status,
                operation=name,
                idempotencyKey=key,
                requestId=headers.get("x-request-id"),
            )
        raise self._failures.get(failure["code"], ServiceFailure)(
            failure,
            status=status,
            retryAfter=_seconds_of(headers.get("retry-after")),
            operation=name,
            idempotencyKey=key,
            requestId=headers.get("x-request-id"),
        )

    def _send(self, request: urllib.request.Request, seconds: float) -> Any:
        """Reads the response within the time-out, which urllib applies to each read only."""
        deadline = time.monotonic() + seconds
        try:
            response = self._opener.open(request, timeout=seconds)
        except urllib.error.HTTPError as error:
            response = error
        with response:
            body = b""
            while chunk := response.read1(65_536):
                body += chunk
                if time.monotonic() > deadline:
                    raise TimeoutError
            if response.length:
                raise http.client.IncompleteRead(body, response.length)
            return response.status, response.headers, body


def _require_url(url: str) -> str:
    if not re.match(r"https?://[^/]", url):
        raise ValueError("CfdiStamp: the URL must be that of an HTTP server")
    return url


def _require_visible(text: str, noun: str) -> str:
    if not re.fullmatch(r"[!-~]+", text):
        raise ValueError(f"CfdiStamp: {noun} must have visible ASCII characters")
    return text


def _failure_body_of(body: bytes) -> Optional[Dict[str, Any]]:
    try:
        failure = json.loads(body)
    except ValueError:
        return None
    if not isinstance(failure, dict) or not isinstance(failure.get("code"), int):
        return None
    return failure if isinstance(failure.get("errors"), list) else None


def _wait_after(
    failure: Union[ServiceFailure, ConnectionFailure], is_repeatable: bool, attempt: int
) -> Optional[float]:
    """Returns the seconds to the next attempt; ``None`` when there must be none."""
    backoff = min(8, 0.5 * 2**attempt) * random.uniform(0.5, 1)
    if isinstance(failure, ConnectionFailure):
        is_lost = failure.status is None or failure.status >= 500
        return backoff if is_repeatable and is_lost else None
    wait = backoff if failure.retryAfter is None else failure.retryAfter
    may_repeat = failure.status in RETRIED if is_repeatable else failure.status == 429
    return wait if may_repeat and wait <= LONGEST_WAIT else None


def _seconds_of(header: Optional[str]) -> Optional[float]:
    """Seconds of a ``Retry-After``: a number, or a date."""
    if header is None:
        return None
    if re.fullmatch(r"[0-9]+", header):
        return int(header)
    try:
        return max(0, email.utils.parsedate_to_datetime(header).timestamp() - time.time())
    except (TypeError, ValueError):
        return None


def _text_of(value: Any) -> str:
    """Text of a form field: lists with commas, documents as JSON."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, Mapping):
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    if isinstance(value, Sequence):
        return ",".join(value)
    return str(value)


def each_item(page: Callable[[Optional[str]], Any]) -> Iterator[Any]:
    """Iterates over the items of every page."""
    cursor: Optional[str] = None
    while True:
        found = page(cursor)
        yield from found["data"]
        cursor = found.get("next")
        if cursor is None:
            return


MOST_SIGNATURES = 16
"""Signatures that are compared at most."""


def verify_delivery(
    headers: Mapping[str, str],
    body: Union[str, bytes],
    secrets: Union[str, Sequence[str]],
    *,
    now: Optional[float],
    tolerance: float,
) -> Any:
    """Returns the event of a delivery that was signed recently. Raises WebhookFailure."""
    lower = {name.lower(): value for name, value in headers.items()}
    given = [lower.get(f"webhook-{name}") for name in ("id", "timestamp", "signature")]
    if not all(isinstance(value, str) and value for value in given):
        raise WebhookFailure("headers")
    message_id, when, signatures = [str(value) for value in given]
    if not re.fullmatch(r"[0-9]{1,12}", when):
        raise WebhookFailure("headers")
    present = time.time() if now is None else now
    if not abs(int(present) - int(when)) <= tolerance:
        raise WebhookFailure("timestamp")
    raw = body.encode() if isinstance(body, str) else bytes(body)
    content = f"{message_id}.{when}.".encode() + raw
    expected = [
        hmac.new(_secret_bytes(secret), content, hashlib.sha256).digest()
        for secret in ([secrets] if isinstance(secrets, str) else secrets)
    ]
    shown = [_signature_in(one) for one in signatures.split(" ")[:MOST_SIGNATURES]]
    if not any(hmac.compare_digest(one, each) for one in shown if one for each in expected):
        raise WebhookFailure("signature")
    return json.loads(raw)


def _signature_in(text: str) -> Optional[bytes]:
    if not text.startswith("v1,"):
        return None
    try:
        return base64.b64decode(text[3:], validate=True)
    except binascii.Error:
        return None


def _secret_bytes(secret: str) -> bytes:
    match = re.fullmatch(r"whsec_([A-Za-z0-9+/]+={0,2})", secret)
    try:
        secret_bytes = base64.b64decode(match[1], validate=True) if match else b""
    except binascii.Error:
        secret_bytes = b""
    if not 24 <= len(secret_bytes) <= 64:
        raise ValueError("a webhook secret must be whsec_ and the Base64 of 24 to 64 bytes")
    return secret_bytes
