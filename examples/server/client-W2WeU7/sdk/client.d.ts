import type * as results from './results.js';
import { type CallOptions, type ClientOptions, type KeyedCallOptions, type ReceivedWebhook } from './runtime.js';
/**
 * Client of a service with the API key of an account. Every method rejects with a
 * `ServiceFailure`, whose `errors` has every finding, or with a `ConnectionFailure`.
 */
export declare class CfdiStamp {
    #private;
    constructor(options: ClientOptions);
    /** Timbra un comprobante. */
    createInvoice(input: results.CreateInvoiceInput, options?: KeyedCallOptions): Promise<results.CreateInvoiceResult>;
    /** Los comprobantes de la cuenta, el más reciente primero. */
    listInvoices(input?: results.ListInvoicesInput, options?: CallOptions): Promise<results.ListInvoicesResult>;
    /** Los comprobantes de la cuenta, el más reciente primero. Todas las páginas. */
    allInvoices(input?: Omit<results.ListInvoicesInput, 'cursor'>, options?: CallOptions): AsyncGenerator<results.ListInvoicesItem>;
    /** Un comprobante de la cuenta. */
    retrieveInvoice(input: results.RetrieveInvoiceInput, options?: CallOptions): Promise<results.RetrieveInvoiceResult>;
    /** Pide la cancelación de un comprobante; que se pida no es que esté cancelado. */
    cancelInvoice(input: results.CancelInvoiceInput, options?: CallOptions): Promise<results.CancelInvoiceResult>;
    /** El estado de un comprobante ante el SAT, ahora. */
    statusOfInvoice(input: results.StatusOfInvoiceInput, options?: CallOptions): Promise<results.StatusOfInvoiceResult>;
    /** Verifica un comprobante recibido. */
    verifyInvoice(input: results.VerifyInvoiceInput, options?: CallOptions): Promise<results.VerifyInvoiceResult>;
    /** Los timbrados de la cuenta que necesitan que una persona los resuelva. */
    listAttention(options?: CallOptions): Promise<results.ListAttentionResult>;
    /** Da por resuelto un timbrado en duda: con su XML timbrado, o como nunca timbrado. */
    settleInvoice(input: results.SettleInvoiceInput, options?: CallOptions): Promise<results.SettleInvoiceResult>;
    /** El saldo de créditos de la cuenta. */
    balance(options?: CallOptions): Promise<results.BalanceResult>;
    /** Registra una dirección que recibe eventos. */
    createWebhook(input: results.CreateWebhookInput, options?: CallOptions): Promise<results.CreateWebhookResult>;
    /** Los webhooks de la cuenta. */
    listWebhooks(options?: CallOptions): Promise<results.ListWebhooksResult>;
    /** Da otro secreto a un webhook; los anteriores siguen firmando por un tiempo. */
    rotateWebhook(input: results.RotateWebhookInput, options?: CallOptions): Promise<results.CreateWebhookResult>;
    /** Quita un webhook. */
    removeWebhook(input: results.RemoveWebhookInput, options?: CallOptions): Promise<void>;
    /** Los eventos de la cuenta, el más reciente primero. */
    listEvents(input?: results.ListEventsInput, options?: CallOptions): Promise<results.ListEventsResult>;
    /** Los eventos de la cuenta, el más reciente primero. Todas las páginas. */
    allEvents(input?: Omit<results.ListEventsInput, 'cursor'>, options?: CallOptions): AsyncGenerator<results.ListEventsItem>;
    /** Vuelve a entregar un evento a los webhooks que lo esperan. */
    replayEvent(input: results.ReplayEventInput, options?: CallOptions): Promise<results.ReplayEventResult>;
    /** El XML o el PDF de un comprobante, por su liga. */
    getDocument(input: results.GetDocumentInput, options?: CallOptions): Promise<Uint8Array>;
    /** Esta descripción. */
    describeService(options?: CallOptions): Promise<Readonly<Record<string, unknown>>>;
    /** Returns the document of a link of the service (`UrlXml`, `UrlPdf`). Sends no key. */
    download(url: string, options?: CallOptions): Promise<Uint8Array>;
    /**
     * Returns the event of a delivery, whose signature and time are verified.
     * @param secrets secrets of the webhook
     * @param options `now` in seconds since 1970; `tolerance` in seconds, 300 by default
     * @throws WebhookFailure
     */
    static verifyWebhook(received: ReceivedWebhook, secrets: string | readonly string[], options?: {
        readonly now?: number;
        readonly tolerance?: number;
    }): results.WebhookEvent;
}
