/**
 * Detallista 1.3.1 (`detallista.xsd`): an invoice to a retailer, after AMECE's message AMC8.1. Its
 * version attribute is `documentStructureVersion`; its vocabulary is GS1's, in English.
 *
 * The SAT's transformation reads few fields, by its own list of paths (see `cadena` at the end):
 * the document's version, the orders, the GLN of both parties, the total and the totals of
 * allowances. It treats buyer/gln, seller and totalAmount as required, so each leaves an empty
 * field when absent. The cadena includes no lines.
 * @module
 */
import {
  element,
  list,
  maybe,
  one,
  oneOrMore,
  optional,
  required,
  type Simple,
  type Static,
  sinCadena,
  textElement,
  zeroOrMore,
} from '../../model/grammar.js'
import { exactly, fixed, integer, lexical, number, rawText } from '../../model/types.js'
import { complement } from '../cfdi40/complement.js'

const fecha = lexical('date')
const linea = rawText({ minLength: 1, maxLength: 35 })
const porcentaje = rawText({ minLength: 1, maxLength: 5 })
/** GLN: the thirteen digits that identify a place in GS1. */
const gln = textElement(rawText({ minLength: 13, maxLength: 13 }))

const importe = {
  /** Importe. */
  Amount: one(textElement(number())),
}

const servicios =
  'AA ABZ ADO ADS ADT AJ CAC COD DA DI EAA EAB FA FC FG FI HD PAD PI QD RAA SAB TAE TD TS TX UM VAB ZZZ'.split(
    ' ',
  )

/** A code of the standard: one word of a list. */
function palabra<const V extends readonly string[]>(...values: V): Simple<V[number]> {
  return { base: 'nmtoken', facets: { enumeration: values } }
}

/** A text with the code of its meaning. */
function referencia<const V extends readonly string[]>(...types: V) {
  return textElement(rawText(), {
    /** Clase de referencia. */
    type: required(palabra(...types)),
  })
}

const lineItem = element({
  /** Tipo de línea de detalle: "SimpleInvoiceLineItemType". */
  type: optional(rawText({ minLength: 1, maxLength: 32 })),
  /** Número de la línea, de uno en adelante. */
  number: optional(integer({ totalDigits: 5 })),
  /** El artículo. */
  tradeItemIdentification: one({
    /** GTIN (código de barras) del artículo. */
    gtin: one(textElement(rawText({ minLength: 1, maxLength: 14 }))),
  }),
  /** Otros números del artículo. */
  alternateTradeItemIdentification: zeroOrMore(
    textElement(rawText(), {
      /** Clase de número: quién lo asignó, o una serie. */
      type: required(
        palabra(
          'BUYER_ASSIGNED',
          'SUPPLIER_ASSIGNED',
          'SERIAL_NUMBER',
          'GLOBAL_TRADE_ITEM_IDENTIFICATION',
        ),
      ),
    }),
  ),
  /** Descripción del artículo. */
  tradeItemDescriptionInformation: maybe({
    /** Idioma de la descripción. */
    language: optional(palabra('ES', 'EN')),
    /** Descripción, hasta 35 caracteres. */
    longText: one(textElement(linea)),
  }),
  /** Cantidad que se factura. */
  invoicedQuantity: one(
    textElement(number(), {
      /** Unidad de medida. */
      unitOfMeasure: required(lexical('nmtoken')),
    }),
  ),
  /** Cantidades adicionales. */
  aditionalQuantity: zeroOrMore(
    textElement(number(), {
      /** Piezas por empaque, o mercancía sin cargo. */
      QuantityType: required(palabra('NUM_CONSUMER_UNITS', 'FREE_GOODS')),
    }),
  ),
  /** Precio bruto: antes de descuentos y cargos. */
  grossPrice: maybe(importe),
  /** Precio neto. */
  netPrice: maybe(importe),
  /** Referencia adicional de la línea. */
  AdditionalInformation: maybe({
    /** Número del pedido. */
    referenceIdentification: maybe(referencia('ON')),
  }),
  /** Importaciones de la mercancía. */
  Customs: zeroOrMore(
    element(
      {
        /** GLN de la aduana. */
        gln: maybe(gln),
        /** Número del pedimento. */
        alternatePartyIdentification: one(referencia('TN')),
        /** Fecha del pedimento. */
        ReferenceDate: one(textElement(fecha)),
        /** La aduana. */
        nameAndAddress: one({
          /** Nombre de la aduana. */
          name: one(textElement(linea)),
        }),
      },
      { order: 'all' },
    ),
  ),
  /** Unidades logísticas. */
  LogisticUnits: maybe({
    /** Código seriado del contenedor de embarque: BJ SSCC, SRV GTIN. */
    serialShippingContainerCode: one(referencia('BJ', 'SRV')),
  }),
  /** Empaque. */
  palletInformation: maybe(
    element(
      {
        /** Número de empaques. */
        palletQuantity: one(textElement(rawText({ minLength: 1, maxLength: 15 }))),
        /** Descripción del empaque. */
        description: one(
          textElement(rawText(), {
            /** Tipo de empaque. */
            type: required(
              palabra('EXCHANGE_PALLETS', 'RETURN_PALLETS', 'PALLET_80x100', 'CASE', 'BOX'),
            ),
          }),
        ),
        /** Transporte del empaque. */
        transport: one({
          /** Pago del transporte: quién lo hace. */
          methodOfPayment: one(textElement(palabra('PREPAID_BY_SELLER', 'PAID_BY_BUYER'))),
        }),
      },
      { order: 'all' },
    ),
  ),
  /** Lotes de la mercancía. */
  extendedAttributes: maybe(
    list(
      'lotNumber',
      oneOrMore(
        textElement(rawText(), {
          /** Fecha de producción del lote. */
          productionDate: optional(fecha),
        }),
        10,
      ),
    ),
  ),
  /** Descuentos y cargos de la línea. */
  allowanceCharge: zeroOrMore(
    {
      /** Descuento o cargo. */
      allowanceChargeType: required(palabra('ALLOWANCE_GLOBAL', 'CHARGE_GLOBAL')),
      /** Imputación: fuera de factura, o a cargo de quién. */
      settlementType: optional(
        palabra('OFF_INVOICE', 'CHARGE_TO_BE_PAID_BY_VENDOR', 'CHARGE_TO_BE_PAID_BY_CUSTOMER'),
      ),
      /** Orden en que se calcula. */
      sequenceNumber: optional(rawText({ minLength: 1, maxLength: 15 })),
      /**
       * Motivo del descuento o cargo: AA publicidad, ABZ rebaja, ADO logística, ADS palet completo,
       * ADT y PI recolección, AJ ajuste, CAC descuento en efectivo, COD pago contra entrega, DA
       * mercancía defectuosa, DI descuento, EAA pronta compra, EAB pronto pago, FA descuento por
       * flete, FC cargo por flete, FG mercancía gratuita, FI financiero, HD manejo, PAD promoción,
       * QD cantidad, RAA rebaja, SAB especial, TAE camión completo, TD comercial, TS impuesto
       * estatal, TX impuestos, UM mercancía invendible, VAB volumen, ZZZ lo que se acuerde.
       */
      specialServicesType: maybe(textElement(palabra(...servicios))),
      /** Monto. */
      monetaryAmountOrPercentage: one({
        /** Porcentaje por unidad. */
        percentagePerUnit: one(textElement(porcentaje)),
        /** Tarifa por unidad. */
        ratePerUnit: maybe({
          /** Importe por unidad. */
          amountPerUnit: one(textElement(porcentaje)),
        }),
      }),
    },
    99,
  ),
  /** Impuestos de la línea. */
  tradeItemTaxInformation: zeroOrMore(
    element(
      {
        /** Impuesto: VAT IVA, GST IEPS, LAC ISR … */
        taxTypeDescription: one(
          textElement(palabra('GST', 'VAT', 'LAC', 'AAA', 'ADD', 'FRE', 'LOC', 'STT', 'OTH')),
        ),
        /** Número de identificación del impuesto. */
        referenceNumber: maybe(textElement(rawText({ minLength: 1, maxLength: 20 }))),
        /** Monto. */
        tradeItemTaxAmount: maybe({
          /** Tasa, en porcentaje. */
          taxPercentage: one(textElement(number())),
          /** Importe. */
          taxAmount: one(textElement(number())),
        }),
        /** Traslado o retención. */
        taxCategory: maybe(textElement(palabra('TRANSFERIDO', 'RETENIDO'))),
      },
      { order: 'all' },
    ),
    99,
  ),
  /** Importes de la línea. */
  totalLineAmount: one({
    /** Importe bruto. */
    grossAmount: maybe(importe),
    /** Importe neto. */
    netAmount: one(importe),
  }),
})

export const detallista = complement({
  name: 'detallista',
  version: 'AMC8.1',
  prefix: 'detallista',
  namespace: 'http://www.sat.gob.mx/detallista',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/detallista/detallista.xsd',
  at: 'comprobante',
  root: element(
    {
      /** Tipo de mensaje: "SimpleInvoiceType". */
      type: optional(exactly('SimpleInvoiceType')),
      /** Versión de la guía: "1.3.1". */
      contentVersion: optional(exactly('1.3.1')),
      /** Versión de la estructura: "AMC8.1". */
      documentStructureVersion: required(exactly('AMC8.1')),
      /** Estado del mensaje: original, copia, reemplazo o cancelación. */
      documentStatus: required(palabra('ORIGINAL', 'COPY', 'REEMPLAZA', 'DELETE')),
      /** El documento. */
      requestForPaymentIdentification: one({
        /** Clase de documento: factura, nota de débito, de crédito, recibo … */
        entityType: one(
          textElement(
            palabra(
              'INVOICE',
              'DEBIT_NOTE',
              'CREDIT_NOTE',
              'LEASE_RECEIPT',
              'HONORARY_RECEIPT',
              'PARTIAL_INVOICE',
              'TRANSPORT_DOCUMENT',
              'AUTO_INVOICE',
            ),
          ),
        ),
      }),
      /** Instrucciones. */
      specialInstruction: zeroOrMore(
        element(
          {
            /** Tema: AAB condiciones de pago, DUT impuestos, PUR compras, ZZZ importe con letra. */
            code: required(palabra('AAB', 'DUT', 'PUR', 'ZZZ')),
            /** Texto. */
            text: oneOrMore(textElement(rawText({ minLength: 1, maxLength: 255 })), 15),
          },
          { mixed: true },
        ),
        4,
      ),
      /** Pedido del comprador. */
      orderIdentification: one({
        /** Números de pedido. */
        referenceIdentification: oneOrMore(
          textElement(rawText(), {
            /** Clase de referencia: "ON", número de pedido. */
            type: sinCadena(required(fixed('ON'))),
          }),
          30,
        ),
        /** Fecha del pedido. */
        ReferenceDate: maybe(textElement(fecha)),
      }),
      /**
       * Referencias: AAE cuenta predial, CK cheque, ACE documento (remisión), ATZ aprobación, AWR
       * documento que se reemplaza, ON pedido, DQ folio de recibo, IV factura.
       */
      AdditionalInformation: one(
        list(
          'referenceIdentification',
          oneOrMore(referencia('AAE', 'CK', 'ACE', 'ATZ', 'DQ', 'IV', 'ON', 'AWR'), 99),
        ),
      ),
      /** Recibo de la mercancía. */
      DeliveryNote: maybe({
        /** Folios de recibo del comprador. */
        referenceIdentification: oneOrMore(textElement(linea), 30),
        /** Fecha del recibo. */
        ReferenceDate: maybe(textElement(fecha)),
      }),
      /** El comprador. */
      buyer: one({
        /** GLN del comprador. */
        gln: one(gln),
        /** Contacto de compras. */
        contactInformation: maybe({
          /** Persona o departamento. */
          personOrDepartmentName: one({
            /** Nombre. */
            text: one(textElement(linea)),
          }),
        }),
      }),
      /** El vendedor. */
      seller: maybe({
        /** GLN del vendedor. */
        gln: one(gln),
        /** Número de proveedor. */
        alternatePartyIdentification: one(
          textElement(rawText(), {
            /** Clase de número: de proveedor, o referencia del IEPS. */
            type: sinCadena(
              required(palabra('SELLER_ASSIGNED_IDENTIFIER_FOR_A_PARTY', 'IEPS_REFERENCE')),
            ),
          }),
        ),
      }),
      /** Lugar de entrega. */
      shipTo: maybe({
        /** GLN del lugar. */
        gln: maybe(gln),
        /** Nombre y domicilio. */
        nameAndAddress: maybe(
          element(
            {
              /** Nombre. */
              name: zeroOrMore(textElement(linea)),
              /** Calle y número. */
              streetAddressOne: zeroOrMore(textElement(linea)),
              /** Ciudad. */
              city: zeroOrMore(textElement(linea)),
              /** Código postal. */
              postalCode: zeroOrMore(textElement(rawText({ minLength: 1, maxLength: 9 }))),
            },
            { order: 'interleaved' },
          ),
        ),
      }),
      /** Emisor de la factura, si no es el vendedor. */
      InvoiceCreator: maybe({
        /** GLN de quien emite. */
        gln: maybe(gln),
        /** Identificación secundaria. */
        alternatePartyIdentification: maybe(referencia('VA', 'IA')),
        /** Nombre y domicilio. */
        nameAndAddress: maybe({
          /** Nombre. */
          name: maybe(textElement(linea)),
          /** Calle y número. */
          streetAddressOne: maybe(textElement(linea)),
          /** Ciudad. */
          city: maybe(textElement(linea)),
          /** Código postal. */
          postalCode: maybe(textElement(rawText({ minLength: 1, maxLength: 9 }))),
        }),
      }),
      /** Aduanas. */
      Customs: zeroOrMore({
        /** GLN de la aduana. */
        gln: maybe(gln),
      }),
      /** Divisas del documento. */
      currency: zeroOrMore(
        {
          /** Divisa: MXN, USD, o XEU por el euro. */
          currencyISOCode: required(palabra('MXN', 'XEU', 'USD')),
          /** Función: facturar, precios o pagar. */
          currencyFunction: oneOrMore(
            textElement(palabra('BILLING_CURRENCY', 'PRICE_CURRENCY', 'PAYMENT_CURRENCY')),
            3,
          ),
          /** Tipo de cambio. */
          rateOfChange: maybe(textElement(number())),
        },
        3,
      ),
      /** Condiciones de pago. */
      paymentTerms: maybe({
        /** Inicio del plazo. */
        paymentTermsEvent: optional(palabra('DATE_OF_INVOICE', 'EFFECTIVE_DATE')),
        /** Relación del plazo con esa fecha: es posterior. */
        PaymentTermsRelationTime: optional(palabra('REFERENCE_AFTER')),
        /** Pago neto. */
        netPayment: maybe({
          /** Condición: neto, fin de mes o con descuento. */
          netPaymentTermsType: required(
            palabra('BASIC_NET', 'END_OF_MONTH', 'BASIC_DISCOUNT_OFFERED'),
          ),
          /** Plazo. */
          paymentTimePeriod: maybe({
            /** Duración. */
            timePeriodDue: one({
              /** Unidad: días. */
              timePeriod: required(palabra('DAYS')),
              /** Número de días. */
              value: one(textElement(rawText({ minLength: 1, maxLength: 5 }))),
            }),
          }),
        }),
        /** Descuento por pagar a tiempo, o recargo por no hacerlo. */
        discountPayment: maybe({
          /** Descuento o sanción. */
          discountType: required(palabra('ALLOWANCE_BY_PAYMENT_ON_TIME', 'SANCTION')),
          /** Porcentaje del valor de la factura. */
          percentage: one(textElement(porcentaje)),
        }),
      }),
      /** Embarque; sin contenido. */
      shipmentDetail: maybe({}),
      /** Descuentos y cargos de toda la factura. */
      allowanceCharge: zeroOrMore(
        {
          /** Descuento o cargo. */
          allowanceChargeType: required(palabra('ALLOWANCE_GLOBAL', 'CHARGE_GLOBAL')),
          /** Imputación: después (BILL_BACK) o fuera de factura. */
          settlementType: required(palabra('BILL_BACK', 'OFF_INVOICE')),
          /** Orden en que se calcula. */
          sequenceNumber: optional(rawText({ minLength: 1, maxLength: 15 })),
          /** Motivo del descuento o cargo: los de las líneas, y TZ temporal. */
          specialServicesType: maybe(textElement(palabra(...servicios, 'TZ'))),
          /** Monto. */
          monetaryAmountOrPercentage: maybe({
            /** Porcentaje. */
            rate: maybe({
              /** Base del porcentaje: el valor de la factura. */
              base: required(palabra('INVOICE_VALUE')),
              /** Porcentaje. */
              percentage: one(textElement(number())),
            }),
          }),
        },
        99,
      ),
      /** Las líneas. */
      lineItem: zeroOrMore(lineItem),
      /** Total de las líneas, antes de descuentos. */
      totalAmount: maybe(importe),
      /** Totales de descuentos y cargos. */
      TotalAllowanceCharge: zeroOrMore({
        /** Descuento o cargo. */
        allowanceOrChargeType: required(palabra('ALLOWANCE', 'CHARGE')),
        /** Motivo del descuento o cargo: los de las líneas. */
        specialServicesType: maybe(textElement(palabra(...servicios))),
        /** Importe. */
        Amount: maybe(textElement(number())),
      }),
    },
    {
      cadena: [
        'documentStructureVersion',
        'orderIdentification/referenceIdentification',
        'orderIdentification/ReferenceDate?',
        'buyer/gln!',
        'seller/gln!',
        'seller/alternatePartyIdentification!',
        'totalAmount/Amount!',
        'TotalAllowanceCharge/specialServicesType',
        'TotalAllowanceCharge/Amount',
      ],
    },
  ),
})

/** The detallista complement, as JSON. */
export interface Detallista extends Static<typeof detallista.root> {}

export type { DetallistaDraft } from './draft.js'
