/**
 * Inputs and results of the operations, and the events.
 * @module
 */
export interface CreateInvoiceInput {
    /** El comprobante, como texto JSON. */
    readonly json: object | string;
    /** Si se envía por correo una vez timbrado. */
    readonly enviar_mail?: boolean | undefined;
}
export interface ListInvoicesInput {
    /** Cuántos, a lo más. 20 si no se indica. */
    readonly limit?: number | undefined;
    /** El `next` de la página anterior. */
    readonly cursor?: string | undefined;
}
export interface RetrieveInvoiceInput {
    /** Folio fiscal. */
    readonly uuid: string;
}
export interface CancelInvoiceInput {
    /** Folio fiscal. */
    readonly uuid: string;
    /** Clave de c_MotivoCancelacion. */
    readonly motivo: '01' | '02' | '03' | '04';
    /** Con motivo 01: el folio que lo sustituye. */
    readonly folioSustitucion?: string | undefined;
}
export interface StatusOfInvoiceInput {
    /** Folio fiscal. */
    readonly uuid: string;
}
export interface VerifyInvoiceInput {
    /** El CFDI recibido, como texto XML. */
    readonly xml: string;
}
export interface SettleInvoiceInput {
    /** La Idempotency-Key. */
    readonly clave: string;
    /** El XML timbrado, como texto, si se timbró. */
    readonly xml?: string | undefined;
    /** Sí: una persona comprobó que ningún PAC lo timbró. */
    readonly no_timbrado?: boolean | undefined;
}
export interface CreateWebhookInput {
    /** Dirección https que los recibe. */
    readonly url: string;
    /** Cuáles, separados por comas. Todos, si no se indica. */
    readonly events?: readonly ('cfdi.stamped' | 'cfdi.cancelled' | 'retencion.stamped' | 'invoice.duplicated' | 'cfdi.paid' | 'cfdi.unpaid')[] | undefined;
}
export interface RotateWebhookInput {
    /** Identificador del webhook. */
    readonly id: string;
    /** Segundos que sigue firmando el anterior: un día, si no se indica. 0 los termina todos. */
    readonly overlap?: number | undefined;
}
export interface RemoveWebhookInput {
    /** Identificador del webhook. */
    readonly id: string;
}
export interface ListEventsInput {
    /** Cuántos, a lo más. 20 si no se indica. */
    readonly limit?: number | undefined;
    /** El `next` de la página anterior. */
    readonly cursor?: string | undefined;
}
export interface ReplayEventInput {
    /** El identificador del evento. */
    readonly id: string;
}
export interface GetDocumentInput {
    /** sandbox o production. */
    readonly environment: string;
    /** Folio fiscal y extensión. */
    readonly file: string;
    /** Hasta cuándo sirve la liga, en segundos desde 1970. */
    readonly expires?: string | undefined;
    /** La firma de la liga. */
    readonly signature?: string | undefined;
}
export interface BalanceResult {
    /** Créditos otorgados. */
    readonly granted: number;
    /** Comprobantes timbrados. */
    readonly stamped: number;
    /** Apartados por timbrados en curso o por aclarar. */
    readonly reserved: number;
    /** granted - stamped. */
    readonly balance: number;
    /** balance - reserved. */
    readonly available: number;
}
export interface CancelInvoiceResult {
    readonly UUID: string;
    readonly cancellation: Cancellation;
}
export interface Cancellation {
    /** inForce, asked, accepted, inProcess, blocked, refused, rejected o cancelled. */
    readonly phase: string;
    readonly motivo?: string | undefined;
    readonly folioSustitucion?: string | undefined;
    readonly how?: string | undefined;
    /** Por qué alguien debe verlo. Se sigue preguntando al SAT hasta que termine el plazo legal. */
    readonly held?: string | undefined;
}
export interface CfdiCancelledData {
    readonly UUID: string;
    readonly motivo?: string | undefined;
    readonly folioSustitucion?: string | undefined;
    readonly how?: string | undefined;
}
export interface CfdiPaidData {
    readonly UUID: string;
    readonly Moneda: string;
    readonly Total: string;
    readonly payments: string;
    readonly credits: string;
    readonly balance: string;
    readonly receipts: readonly string[];
}
export interface CfdiStampedData {
    readonly TipoDeComprobante: string;
    readonly Serie?: string | undefined;
    readonly UUID: string;
    readonly Folio?: string | undefined;
    readonly Fecha: string;
    readonly Emisor: string;
    readonly Receptor: string;
    readonly Total: string;
    readonly Moneda: string;
    readonly key: string;
}
export interface CfdiUnpaidData {
    readonly UUID: string;
    readonly Moneda: string;
    readonly Total: string;
    readonly payments: string;
    readonly credits: string;
    readonly balance: string;
    readonly receipts: readonly string[];
}
export interface CreateInvoiceCfdi {
    /** Folio fiscal. */
    readonly UUID: string;
    /** El XML timbrado, en Base64. */
    readonly XML: string;
    /** Liga al XML, firmada y con caducidad. */
    readonly UrlXml: string;
    /** Liga al PDF, firmada y con caducidad. */
    readonly UrlPdf?: string | undefined;
    readonly Serie?: string | undefined;
    readonly Folio?: string | undefined;
    readonly Moneda: string;
    readonly SubTotal: string;
    readonly Total: string;
    readonly Fecha: string;
    readonly FechaTimbrado: string;
    readonly RfcProvCertif: string;
    readonly NoCertificado: string;
    readonly NoCertificadoSAT: string;
    readonly Sello: string;
    readonly SelloSAT: string;
    readonly CadenaOriginalTimbre: string;
    readonly UrlVerificacion: string;
}
export interface CreateInvoiceResult {
    readonly cfdi: CreateInvoiceCfdi;
    readonly warnings: readonly Reason[];
}
export interface CreateWebhookResult {
    readonly id: string;
    readonly url: string;
    readonly events: readonly ('cfdi.stamped' | 'cfdi.cancelled' | 'retencion.stamped' | 'invoice.duplicated' | 'cfdi.paid' | 'cfdi.unpaid')[];
    /** Hasta cuándo firma también con los secretos anteriores, si aún lo hace. */
    readonly previousUntil?: string | undefined;
    /** Con él se verifica la firma (Standard Webhooks). No se vuelve a mostrar. */
    readonly secret: string;
}
export interface InvoiceDuplicatedData {
    readonly UUID: string;
    readonly duplicate: string;
    readonly pac: string;
}
export interface ListAttentionItem {
    /** La Idempotency-Key. */
    readonly key: string;
    /** doubt: ningún PAC dice qué fue de él. outdated, forgotten: el almacén se restauró de un respaldo. */
    readonly reason: 'doubt' | 'outdated' | 'forgotten';
    /** Desde cuándo no se sabe. */
    readonly since: string;
    readonly tries: number;
    /** El PAC que pudo timbrarlo. */
    readonly pac: string;
    readonly message: string;
    /** Hasta cuándo se puede timbrar ese comprobante. */
    readonly deadline?: string | undefined;
    /** El XML sellado, sin timbre, en Base64. */
    readonly XML?: string | undefined;
}
export interface ListAttentionResult {
    readonly data: readonly ListAttentionItem[];
}
export interface ListEventsItem {
    readonly id: string;
    readonly type: 'cfdi.stamped' | 'cfdi.cancelled' | 'retencion.stamped' | 'invoice.duplicated' | 'cfdi.paid' | 'cfdi.unpaid';
    readonly version: 1;
    readonly at: string;
    readonly data: Readonly<Record<string, unknown>>;
}
export interface ListEventsResult {
    readonly data: readonly ListEventsItem[];
    /** El cursor de la página que sigue, si la hay. */
    readonly next?: string | undefined;
}
export interface ListInvoicesItem {
    readonly UUID: string;
    readonly TipoDeComprobante: string;
    readonly Serie?: string | undefined;
    readonly Folio?: string | undefined;
    readonly Fecha: string;
    readonly Emisor: string;
    readonly Receptor: string;
    readonly Total: string;
    readonly Moneda: string;
    /** La Idempotency-Key con que se timbró. */
    readonly key: string;
    readonly pac: string;
    readonly cancellation?: Cancellation | undefined;
}
export interface ListInvoicesResult {
    readonly data: readonly ListInvoicesItem[];
    /** El cursor de la página que sigue, si la hay. */
    readonly next?: string | undefined;
}
export interface ListWebhooksItem {
    readonly id: string;
    readonly url: string;
    readonly events: readonly ('cfdi.stamped' | 'cfdi.cancelled' | 'retencion.stamped' | 'invoice.duplicated' | 'cfdi.paid' | 'cfdi.unpaid')[];
    /** Hasta cuándo firma también con los secretos anteriores, si aún lo hace. */
    readonly previousUntil?: string | undefined;
}
export interface ListWebhooksResult {
    readonly data: readonly ListWebhooksItem[];
}
export interface Reason {
    /** El elemento, o request para la petición. */
    readonly element: string;
    /** El atributo o el campo; vacío cuando es el elemento. */
    readonly field: string;
    /** Qué está mal. */
    readonly message: string;
    readonly code?: string | undefined;
    readonly severity?: string | undefined;
    /** La ruta en el JSON. */
    readonly path?: string | undefined;
    readonly line?: number | undefined;
}
export interface ReplayEventResult {
    readonly deliveries: number;
}
export interface RetencionStampedData {
    readonly UUID: string;
    readonly Folio?: string | undefined;
    readonly Fecha: string;
    readonly Emisor: string;
    readonly Receptor: string;
    readonly Total: string;
    readonly Moneda: string;
    readonly key: string;
}
export interface RetrieveInvoiceCfdi {
    readonly UUID: string;
    readonly TipoDeComprobante: string;
    readonly Serie?: string | undefined;
    readonly Folio?: string | undefined;
    readonly Fecha: string;
    readonly Emisor: string;
    readonly Receptor: string;
    readonly Total: string;
    readonly Moneda: string;
    /** La Idempotency-Key con que se timbró. */
    readonly key: string;
    readonly pac: string;
    readonly cancellation?: Cancellation | undefined;
    /** En Base64. */
    readonly XML: string;
    readonly UrlXml: string;
    readonly UrlPdf?: string | undefined;
}
export interface RetrieveInvoiceResult {
    readonly cfdi: RetrieveInvoiceCfdi;
}
export interface SettleInvoiceResult {
    readonly key: string;
    readonly UUID?: string | undefined;
}
export interface StatusOfInvoiceResult {
    readonly UUID: string;
    /** Lo que significa lo que dijo el SAT; unavailable si no dijo nada. */
    readonly state: string;
    readonly isCancelled: boolean;
    readonly cancellation?: Cancellation | undefined;
}
export interface Step {
    readonly state: 'passed' | 'failed' | 'not-checked';
    /** Por qué falló; estable. */
    readonly reason?: string | undefined;
    /** Lo que falta para decidir; estable. */
    readonly missing?: string | undefined;
    readonly message?: string | undefined;
}
export interface Steps {
    readonly readable: Step;
    readonly structure: Step;
    readonly rules: Step;
    readonly seal: Step;
    readonly certificate: Step;
    readonly stamp: Step;
    readonly revocation: Step;
    readonly status: Step;
}
export interface Verification {
    /** Si el veredicto es valid. */
    readonly ok: boolean;
    readonly verdict: 'valid' | 'invalid' | 'incomplete';
    readonly message: string;
    readonly steps: Steps;
    readonly findings: readonly Reason[];
    /** De qué son los certificados. */
    readonly environment?: 'production' | 'test' | undefined;
    readonly cadena?: string | undefined;
    readonly certificate?: VerificationCertificate | undefined;
    readonly timbre?: Readonly<Record<string, unknown>> | undefined;
    readonly pacCertificate?: VerificationCertificate | undefined;
    /** El comprobante, como JSON. Es de fiar solo si ok es verdadero. */
    readonly document?: Readonly<Record<string, unknown>> | undefined;
}
export interface VerificationCertificate {
    readonly noCertificado: string;
    readonly rfc: string;
    readonly name: string;
    readonly kind: string;
    readonly environment: string;
    readonly keySize: number;
    readonly validFrom: string;
    readonly validTo: string;
}
export interface VerifyInvoiceResult {
    readonly verification: Verification;
}
/** Data of the events. */
export interface EventData {
    /** Se timbró un CFDI */
    readonly 'cfdi.stamped': CfdiStampedData;
    /** El SAT canceló un CFDI */
    readonly 'cfdi.cancelled': CfdiCancelledData;
    /** Se timbró un CFDI de retenciones */
    readonly 'retencion.stamped': RetencionStampedData;
    /** Un segundo PAC timbró el mismo CFDI */
    readonly 'invoice.duplicated': InvoiceDuplicatedData;
    /** Los recibos de pago liquidaron una factura */
    readonly 'cfdi.paid': CfdiPaidData;
    /** Una factura que estaba pagada ya no lo está */
    readonly 'cfdi.unpaid': CfdiUnpaidData;
}
/** A delivered event. */
export type WebhookEvent = {
    readonly [Type in keyof EventData]: {
        readonly id: string;
        readonly type: Type;
        readonly version: number;
        readonly environment: 'sandbox' | 'production';
        readonly timestamp: string;
        readonly data: EventData[Type];
    };
}[keyof EventData];
