/**
 * A class for each code of a failure.
 * @module
 */
import { ServiceFailure } from './runtime.js';
/** 701: The field `json` is not JSON, is not an object, or exceeds the limits. */
export declare class JsonFailure extends ServiceFailure {
}
/** 702: The document is not valid: `errors` has every finding. */
export declare class InvalidFailure extends ServiceFailure {
}
/** 703: The issuer has no CSD. */
export declare class SignerFailure extends ServiceFailure {
}
/** 704: Sealing failed: the CSD is not in force, or its signer failed. */
export declare class SealFailure extends ServiceFailure {
}
/** 705: The PAC, or the SAT through it, rejected the document. */
export declare class RejectedFailure extends ServiceFailure {
}
/** 706: The PAC accepts no requests now. */
export declare class RefusedFailure extends ServiceFailure {
}
/** 707: No PAC could be reached. */
export declare class UnavailableFailure extends ServiceFailure {
}
/** 708: In doubt: the document was sent, or another request with the same key is in progress, so it may be stamped. Repeat the request with the same `Idempotency-Key`. The credit is held until the outcome is certain. */
export declare class UnknownFailure extends ServiceFailure {
}
/** 709: The sequence of folios failed. */
export declare class FolioFailure extends ServiceFailure {
}
/** 710: A dependency of the engine failed before anything was sent. */
export declare class HostFailure extends ServiceFailure {
}
/** 711: The `Idempotency-Key` was used with another document. */
export declare class KeyFailure extends ServiceFailure {
}
/** 712: The cancellation cannot be requested. */
export declare class CancelFailure extends ServiceFailure {
}
/** 713: Equal documents have every second of the last ten minutes. Nothing was sent: wait `Retry-After`, or use `Folio: "AUTO"`. */
export declare class SecondFailure extends ServiceFailure {
}
/** 714: Another `Idempotency-Key` has the identical document. Nothing was sent. The message has the key and the UUID, if both belong to the account. */
export declare class DuplicateFailure extends ServiceFailure {
}
/** 715: The PAC had stamped the identical document before the service sent it: another program sent it, with the same CSD. The message has its UUID. No credit is spent. */
export declare class ForeignFailure extends ServiceFailure {
}
/** 716: The `Idempotency-Key` had its answer, and its document was purged. Nothing was sealed. The message has the UUID, if it is known. */
export declare class PurgedFailure extends ServiceFailure {
}
/** 720: The API key is missing, malformed, wrong, expired, revoked or of a closed account. All give the same response. */
export declare class UnauthorizedFailure extends ServiceFailure {
}
/** 721: The API key lacks the scope of the operation. */
export declare class ScopeFailure extends ServiceFailure {
}
/** 722: `Emisor.Rfc` is not an issuer of the account, or is omitted and the account has several. */
export declare class IssuerFailure extends ServiceFailure {
}
/** 723: The CSD belongs to the other environment: production instead of sandbox, or the reverse. */
export declare class EnvironmentFailure extends ServiceFailure {
}
/** 724: The account has no available credit: its balance is spent, or reserved by stamps in progress. */
export declare class CreditsFailure extends ServiceFailure {
}
/** 725: The form, the query or a header is malformed, not UTF-8, or lacks a field: see `errors`. */
export declare class RequestFailure extends ServiceFailure {
}
/** 726: The body is larger than `limits.body`. */
export declare class SizeFailure extends ServiceFailure {
}
/** 727: There is no such path, document, webhook or page. Documents of other accounts, and altered or expired links, give the same response. */
export declare class AbsentFailure extends ServiceFailure {
}
/** 728: The path has other methods: see the header `Allow`. */
export declare class MethodFailure extends ServiceFailure {
}
/** 729: The body of the request is not a form. */
export declare class MediaFailure extends ServiceFailure {
}
/** 730: A dependency of the service failed. Repeating the request with the same key is safe. */
export declare class FailedFailure extends ServiceFailure {
}
/** 731: The PDF of a stamped document could not be created now. */
export declare class PdfFailure extends ServiceFailure {
}
/** 732: The outcome of the key is known: there is nothing to settle. */
export declare class SettledFailure extends ServiceFailure {
}
/** The class of each code. */
export declare const failures: Map<number, typeof ServiceFailure>;
