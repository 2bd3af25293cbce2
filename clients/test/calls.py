"""Runs the calls of a file, and writes each result or failure as a line of JSON."""

import json
import os
import re
import sys
from itertools import islice

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../python/src"))
from cfdi_stamp_client import (  # noqa: E402
    CfdiStamp,
    ConnectionFailure,
    ServiceFailure,
    WebhookFailure,
)

saved = dict(os.environ)


def filled(value):
    if isinstance(value, str):
        return re.sub(r"\$\{(\w+)\}", lambda match: saved[match[1]], value)
    if isinstance(value, list):
        return [filled(each) for each in value]
    if isinstance(value, dict):
        return {name: filled(each) for name, each in value.items()}
    return value


def at(value, path):
    for part in path.split("."):
        value = value[int(part) if part.isdigit() else part]
    return value


def perform(step):
    client = CfdiStamp(step.get("at") or saved["URL"], step.get("as") or saved["KEY"])
    given = filled({**step.get("with", {}), **step.get("options", {})})
    result = getattr(client, step["call"])(**given)
    if step["call"].startswith("all"):
        return list(islice(result, 50))
    if isinstance(result, bytes):
        return {"bytes": len(result), "start": result[:5].decode()}
    return result


def told(failure):
    facts = {"failure": type(failure).__name__}
    if isinstance(failure, WebhookFailure):
        return {**facts, "reason": failure.reason}
    if isinstance(failure, ServiceFailure):
        for name in ("code", "message", "status", "retryAfter", "errors"):
            facts[name] = getattr(failure, name)
    facts["operation"] = failure.operation
    facts["idempotencyKey"] = failure.idempotencyKey
    facts["requestId"] = failure.request_id
    return facts


with open(sys.argv[1], encoding="utf-8") as file:
    steps = json.load(file)
for step in steps:
    try:
        outcome = perform(step)
        for name, path in step.get("save", {}).items():
            saved[name] = str(at(outcome, path))
    except (ServiceFailure, ConnectionFailure, WebhookFailure) as failure:
        outcome = told(failure)
    line = {"call": step["call"], "outcome": outcome}
    print(json.dumps(line, ensure_ascii=False, separators=(",", ":")))
