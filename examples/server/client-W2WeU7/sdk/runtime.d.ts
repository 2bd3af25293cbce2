import type { Reason } from './results.js';
/** Options of the client. */
export interface ClientOptions {
    /** URL of the service: `https://facturas.example.mx`. */
    readonly url: string;
    /** API key of the account. */
    readonly key: string;
    /** Seconds for each attempt. Defaults to 60. */
    readonly timeout?: number | undefined;
    /** Maximum retries of a call. Defaults to 3. */
    readonly retries?: number | undefined;
    /** Sends requests. Defaults to `fetch` of the platform. */
    readonly fetch?: typeof fetch | undefined;
}
/** Options of one call. */
export interface CallOptions {
    /** Seconds for each attempt. Defaults to the client's. */
    readonly timeout?: number | undefined;
    /** Maximum retries. Defaults to the client's. */
    readonly retries?: number | undefined;
}
/** Options of a call with an idempotency key. */
export interface KeyedCallOptions extends CallOptions {
    /**
     * Number of the order: the same key is the same invoice, also after a crash. Defaults to a random
     * one, which is the same in every retry of this call only.
     */
    readonly idempotencyKey?: string | undefined;
}
/** Base of every failure. */
export declare class CfdiStampFailure extends Error {
    constructor(message: string, options?: ErrorOptions);
}
/** Facts of a failed call. */
export interface FailedCall {
    /** Name of the operation. */
    readonly operation: string;
    /** Idempotency key that was sent. Repeat the call with it. */
    readonly idempotencyKey: string | undefined;
}
/** The service refused the call. There is a class for each code. */
export declare class ServiceFailure extends CfdiStampFailure implements FailedCall {
    /** Stable code. */
    readonly code: number;
    /** HTTP status. */
    readonly status: number;
    /** Every finding. Empty if the message is the only one. */
    readonly errors: readonly Reason[];
    /** Seconds after which the call may succeed. */
    readonly retryAfter: number | undefined;
    readonly operation: string;
    readonly idempotencyKey: string | undefined;
    constructor(body: FailureBody, answer: FailedCall & Pick<ServiceFailure, 'status' | 'retryAfter'>);
}
/** No response of the service: the connection, the time-out or a proxy. The call may have succeeded. */
export declare class ConnectionFailure extends CfdiStampFailure implements FailedCall {
    /** HTTP status of a response that is not of the service. */
    readonly status: number | undefined;
    readonly operation: string;
    readonly idempotencyKey: string | undefined;
    constructor(message: string, call: FailedCall & {
        readonly status?: number;
    }, options?: ErrorOptions);
}
/** A webhook that the service did not sign, or not recently. */
export declare class WebhookFailure extends CfdiStampFailure {
    readonly reason: 'headers' | 'timestamp' | 'signature';
    constructor(reason: WebhookFailure['reason']);
}
interface FailureBody {
    readonly code: number;
    readonly message: string;
    readonly errors: readonly Reason[];
}
/** An operation of the service, as data. */
export interface Operation {
    readonly method: string;
    /** Path, with `{names}` of fields. */
    readonly path: string;
    readonly answer: 'json' | 'bytes' | 'none';
    readonly takesKey?: true;
    /** Whether it requires no API key. */
    readonly isOpen?: true;
    /** Place of each field. */
    readonly fields: Readonly<Record<string, 'path' | 'query' | 'form'>>;
}
type FailureClass = new (...given: ConstructorParameters<typeof ServiceFailure>) => ServiceFailure;
/** Sends calls. */
export declare class Runtime {
    #private;
    constructor(options: ClientOptions, operations: Readonly<Record<string, Operation>>, failures: ReadonlyMap<number, FailureClass>);
    /** Calls an operation. @throws ServiceFailure, ConnectionFailure */
    call(name: string, input: object, options?: KeyedCallOptions): Promise<unknown>;
    /** Resolves to the document of a link. Sends no key. @throws ServiceFailure, ConnectionFailure */
    download(url: string, options: CallOptions): Promise<Uint8Array>;
}
/** Iterates over the items of every page. */
export declare function eachItem<Item>(page: (cursor: string | undefined) => Promise<unknown>): AsyncGenerator<Item>;
/** A received delivery. */
export interface ReceivedWebhook {
    /** Header names in any case, as in Node. */
    readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
    /** The raw body, not the parsed one. */
    readonly body: string | Uint8Array;
}
/**
 * Returns the event of a delivery that was signed with one of the secrets, in the last seconds of
 * `tolerance` (300).
 * @throws WebhookFailure
 */
export declare function verifyDelivery({ headers, body }: ReceivedWebhook, secrets: string | readonly string[], { now, tolerance }?: {
    now?: number | undefined;
    tolerance?: number | undefined;
}): unknown;
export {};
