"""Client of the cfdi-stamp service."""

from . import failures as _failures
from .client import CfdiStamp
from .failures import *  # noqa: F403
from .results import WebhookEvent
from .runtime import (
    CfdiStampFailure,
    ConnectionFailure,
    Document,
    ServiceFailure,
    WebhookFailure,
)

__all__ = [
    "CfdiStamp",
    "CfdiStampFailure",
    "ConnectionFailure",
    "Document",
    "ServiceFailure",
    "WebhookEvent",
    "WebhookFailure",
]
__all__ += _failures.__all__
