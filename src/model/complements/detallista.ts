/**
 * detallista AMC8.1.
 * @module
 */
import {
  complement,
  element,
  list,
  maybe,
  one,
  oneOrMore,
  optional,
  required,
  type Static,
  sinCadena,
  textElement,
  zeroOrMore,
} from '../grammar.js'
import { exactly, fixed, integer, lexical, number, rawText } from '../types.js'

export const detallista = complement({
  name: 'detallista',
  version: 'AMC8.1',
  prefix: 'detallista',
  namespace: 'http://www.sat.gob.mx/detallista',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/detallista/detallista.xsd',
  at: 'comprobante',
  root: element(
    {
      type: optional(exactly('SimpleInvoiceType')),
      contentVersion: optional(exactly('1.3.1')),
      documentStructureVersion: required(exactly('AMC8.1')),
      documentStatus: required(lexical('nmtoken', { enumeration: ['ORIGINAL', 'COPY', 'REEMPLAZA', 'DELETE'] })),
      requestForPaymentIdentification: one({
        entityType: one(
          textElement(
            lexical('nmtoken', {
              enumeration: [
                'INVOICE',
                'DEBIT_NOTE',
                'CREDIT_NOTE',
                'LEASE_RECEIPT',
                'HONORARY_RECEIPT',
                'PARTIAL_INVOICE',
                'TRANSPORT_DOCUMENT',
                'AUTO_INVOICE',
              ],
            }),
          ),
        ),
      }),
      specialInstruction: zeroOrMore(
        element(
          {
            code: required(
              lexical('nmtoken', { minLength: 1, maxLength: 3, enumeration: ['AAB', 'DUT', 'PUR', 'ZZZ'] }),
            ),
            text: oneOrMore(textElement(rawText({ minLength: 1, maxLength: 255 })), 15),
          },
          { mixed: true },
        ),
        4,
      ),
      orderIdentification: one({
        referenceIdentification: oneOrMore(
          textElement(rawText(), {
            type: sinCadena(required(fixed('ON'))),
          }),
          30,
        ),
        ReferenceDate: maybe(textElement(lexical('date'))),
      }),
      AdditionalInformation: one(
        list(
          'referenceIdentification',
          oneOrMore(
            textElement(rawText(), {
              type: required(lexical('nmtoken', { enumeration: ['AAE', 'CK', 'ACE', 'ATZ', 'DQ', 'IV', 'ON', 'AWR'] })),
            }),
            99,
          ),
        ),
      ),
      DeliveryNote: maybe({
        referenceIdentification: oneOrMore(textElement(rawText({ minLength: 1, maxLength: 35 })), 30),
        ReferenceDate: maybe(textElement(lexical('date'))),
      }),
      buyer: one({
        gln: one(textElement(rawText({ minLength: 13, maxLength: 13 }))),
        contactInformation: maybe({
          personOrDepartmentName: one({
            text: one(textElement(rawText({ minLength: 1, maxLength: 35 }))),
          }),
        }),
      }),
      seller: maybe({
        gln: one(textElement(rawText({ minLength: 13, maxLength: 13 }))),
        alternatePartyIdentification: one(
          textElement(rawText(), {
            type: sinCadena(
              required(
                lexical('nmtoken', {
                  minLength: 1,
                  maxLength: 40,
                  enumeration: ['SELLER_ASSIGNED_IDENTIFIER_FOR_A_PARTY', 'IEPS_REFERENCE'],
                }),
              ),
            ),
          }),
        ),
      }),
      shipTo: maybe({
        gln: maybe(textElement(rawText({ minLength: 13, maxLength: 13 }))),
        nameAndAddress: maybe(
          element(
            {
              name: zeroOrMore(textElement(rawText({ minLength: 1, maxLength: 35 }))),
              streetAddressOne: zeroOrMore(textElement(rawText({ minLength: 1, maxLength: 35 }))),
              city: zeroOrMore(textElement(rawText({ minLength: 1, maxLength: 35 }))),
              postalCode: zeroOrMore(textElement(rawText({ minLength: 1, maxLength: 9 }))),
            },
            { order: 'interleaved' },
          ),
        ),
      }),
      InvoiceCreator: maybe({
        gln: maybe(textElement(rawText({ minLength: 13, maxLength: 13 }))),
        alternatePartyIdentification: maybe(
          textElement(rawText(), {
            type: required(lexical('nmtoken', { minLength: 2, maxLength: 2, enumeration: ['VA', 'IA'] })),
          }),
        ),
        nameAndAddress: maybe({
          name: maybe(textElement(rawText({ minLength: 1, maxLength: 35 }))),
          streetAddressOne: maybe(textElement(rawText({ minLength: 1, maxLength: 35 }))),
          city: maybe(textElement(rawText({ minLength: 1, maxLength: 35 }))),
          postalCode: maybe(textElement(rawText({ minLength: 1, maxLength: 9 }))),
        }),
      }),
      Customs: zeroOrMore({
        gln: maybe(textElement(rawText({ minLength: 13, maxLength: 13 }))),
      }),
      currency: zeroOrMore(
        {
          currencyISOCode: required(
            lexical('nmtoken', { minLength: 3, maxLength: 3, enumeration: ['MXN', 'XEU', 'USD'] }),
          ),
          currencyFunction: oneOrMore(
            textElement(
              lexical('nmtoken', {
                minLength: 1,
                maxLength: 16,
                enumeration: ['BILLING_CURRENCY', 'PRICE_CURRENCY', 'PAYMENT_CURRENCY'],
              }),
            ),
            3,
          ),
          rateOfChange: maybe(textElement(number())),
        },
        3,
      ),
      paymentTerms: maybe({
        paymentTermsEvent: optional(
          lexical('nmtoken', { minLength: 1, maxLength: 15, enumeration: ['DATE_OF_INVOICE', 'EFFECTIVE_DATE'] }),
        ),
        PaymentTermsRelationTime: optional(
          lexical('nmtoken', { minLength: 1, maxLength: 15, enumeration: ['REFERENCE_AFTER'] }),
        ),
        netPayment: maybe({
          netPaymentTermsType: required(
            lexical('nmtoken', {
              minLength: 1,
              maxLength: 22,
              enumeration: ['BASIC_NET', 'END_OF_MONTH', 'BASIC_DISCOUNT_OFFERED'],
            }),
          ),
          paymentTimePeriod: maybe({
            timePeriodDue: one({
              timePeriod: required(lexical('nmtoken', { minLength: 1, maxLength: 6, enumeration: ['DAYS'] })),
              value: one(textElement(rawText({ minLength: 1, maxLength: 5 }))),
            }),
          }),
        }),
        discountPayment: maybe({
          discountType: required(
            lexical('nmtoken', {
              minLength: 1,
              maxLength: 28,
              enumeration: ['ALLOWANCE_BY_PAYMENT_ON_TIME', 'SANCTION'],
            }),
          ),
          percentage: one(textElement(rawText({ minLength: 1, maxLength: 5 }))),
        }),
      }),
      shipmentDetail: maybe({}),
      allowanceCharge: zeroOrMore(
        {
          allowanceChargeType: required(
            lexical('nmtoken', { minLength: 1, maxLength: 16, enumeration: ['ALLOWANCE_GLOBAL', 'CHARGE_GLOBAL'] }),
          ),
          settlementType: required(
            lexical('nmtoken', { minLength: 1, maxLength: 11, enumeration: ['BILL_BACK', 'OFF_INVOICE'] }),
          ),
          sequenceNumber: optional(rawText({ minLength: 1, maxLength: 15 })),
          specialServicesType: maybe(
            textElement(
              lexical('nmtoken', {
                minLength: 1,
                maxLength: 3,
                enumeration: [
                  'AA',
                  'AJ',
                  'ADO',
                  'ADT',
                  'ADS',
                  'ABZ',
                  'DA',
                  'EAA',
                  'EAB',
                  'PI',
                  'TAE',
                  'SAB',
                  'RAA',
                  'PAD',
                  'FG',
                  'FA',
                  'TD',
                  'TS',
                  'TX',
                  'TZ',
                  'ZZZ',
                  'VAB',
                  'UM',
                  'DI',
                  'CAC',
                  'COD',
                  'EAB',
                  'FC',
                  'FI',
                  'HD',
                  'QD',
                ],
              }),
            ),
          ),
          monetaryAmountOrPercentage: maybe({
            rate: maybe({
              base: required(lexical('nmtoken', { minLength: 13, maxLength: 13, enumeration: ['INVOICE_VALUE'] })),
              percentage: one(textElement(number())),
            }),
          }),
        },
        99,
      ),
      lineItem: zeroOrMore({
        type: optional(rawText({ minLength: 1, maxLength: 32 })),
        number: optional(integer({ totalDigits: 5 })),
        tradeItemIdentification: one({
          gtin: one(textElement(rawText({ minLength: 1, maxLength: 14 }))),
        }),
        alternateTradeItemIdentification: zeroOrMore(
          textElement(rawText(), {
            type: required(
              lexical('nmtoken', {
                minLength: 1,
                maxLength: 35,
                enumeration: [
                  'BUYER_ASSIGNED',
                  'SUPPLIER_ASSIGNED',
                  'SERIAL_NUMBER',
                  'GLOBAL_TRADE_ITEM_IDENTIFICATION',
                ],
              }),
            ),
          }),
        ),
        tradeItemDescriptionInformation: maybe({
          language: optional(lexical('nmtoken', { minLength: 2, maxLength: 2, enumeration: ['ES', 'EN'] })),
          longText: one(textElement(rawText({ minLength: 1, maxLength: 35 }))),
        }),
        invoicedQuantity: one(
          textElement(number(), {
            unitOfMeasure: required(lexical('nmtoken')),
          }),
        ),
        aditionalQuantity: zeroOrMore(
          textElement(number(), {
            QuantityType: required(
              lexical('nmtoken', { minLength: 1, maxLength: 18, enumeration: ['NUM_CONSUMER_UNITS', 'FREE_GOODS'] }),
            ),
          }),
        ),
        grossPrice: maybe({
          Amount: one(textElement(number())),
        }),
        netPrice: maybe({
          Amount: one(textElement(number())),
        }),
        AdditionalInformation: maybe({
          referenceIdentification: maybe(
            textElement(rawText(), {
              type: required(lexical('nmtoken', { minLength: 2, maxLength: 2, enumeration: ['ON'] })),
            }),
          ),
        }),
        Customs: zeroOrMore(
          element(
            {
              gln: maybe(textElement(rawText({ minLength: 13, maxLength: 13 }))),
              alternatePartyIdentification: one(
                textElement(rawText(), {
                  type: required(lexical('nmtoken', { minLength: 2, maxLength: 2, enumeration: ['TN'] })),
                }),
              ),
              ReferenceDate: one(textElement(lexical('date'))),
              nameAndAddress: one({
                name: one(textElement(rawText({ minLength: 1, maxLength: 35 }))),
              }),
            },
            { order: 'all' },
          ),
        ),
        LogisticUnits: maybe({
          serialShippingContainerCode: one(
            textElement(rawText(), {
              type: required(lexical('nmtoken', { minLength: 1, maxLength: 3, enumeration: ['BJ', 'SRV'] })),
            }),
          ),
        }),
        palletInformation: maybe(
          element(
            {
              palletQuantity: one(textElement(rawText({ minLength: 1, maxLength: 15 }))),
              description: one(
                textElement(rawText(), {
                  type: required(
                    lexical('nmtoken', {
                      minLength: 1,
                      maxLength: 35,
                      enumeration: ['EXCHANGE_PALLETS', 'RETURN_PALLETS', 'PALLET_80x100', 'CASE', 'BOX'],
                    }),
                  ),
                }),
              ),
              transport: one({
                methodOfPayment: one(
                  textElement(
                    lexical('nmtoken', {
                      minLength: 1,
                      maxLength: 17,
                      enumeration: ['PREPAID_BY_SELLER', 'PAID_BY_BUYER'],
                    }),
                  ),
                ),
              }),
            },
            { order: 'all' },
          ),
        ),
        extendedAttributes: maybe(
          list(
            'lotNumber',
            oneOrMore(
              textElement(rawText(), {
                productionDate: optional(lexical('date')),
              }),
              10,
            ),
          ),
        ),
        allowanceCharge: zeroOrMore(
          {
            allowanceChargeType: required(
              lexical('nmtoken', { minLength: 1, maxLength: 16, enumeration: ['ALLOWANCE_GLOBAL', 'CHARGE_GLOBAL'] }),
            ),
            settlementType: optional(
              lexical('nmtoken', {
                minLength: 1,
                maxLength: 29,
                enumeration: ['OFF_INVOICE', 'CHARGE_TO_BE_PAID_BY_VENDOR', 'CHARGE_TO_BE_PAID_BY_CUSTOMER'],
              }),
            ),
            sequenceNumber: optional(rawText({ minLength: 1, maxLength: 15 })),
            specialServicesType: maybe(
              textElement(
                lexical('nmtoken', {
                  minLength: 1,
                  maxLength: 3,
                  enumeration: [
                    'AA',
                    'ADS',
                    'ADO',
                    'ABZ',
                    'DA',
                    'EAA',
                    'PI',
                    'TAE',
                    'SAB',
                    'RAA',
                    'PAD',
                    'FG',
                    'FA',
                    'TD',
                    'TS',
                    'TX',
                    'ZZZ',
                    'VAB',
                    'UM',
                    'DI',
                    'ADT',
                    'AJ',
                    'CAC',
                    'COD',
                    'EAB',
                    'FC',
                    'FI',
                    'HD',
                    'QD',
                  ],
                }),
              ),
            ),
            monetaryAmountOrPercentage: one({
              percentagePerUnit: one(textElement(rawText({ minLength: 1, maxLength: 5 }))),
              ratePerUnit: maybe({
                amountPerUnit: one(textElement(rawText({ minLength: 1, maxLength: 5 }))),
              }),
            }),
          },
          99,
        ),
        tradeItemTaxInformation: zeroOrMore(
          element(
            {
              taxTypeDescription: one(
                textElement(
                  lexical('nmtoken', {
                    minLength: 3,
                    maxLength: 3,
                    enumeration: ['GST', 'VAT', 'LAC', 'AAA', 'ADD', 'FRE', 'LOC', 'STT', 'OTH'],
                  }),
                ),
              ),
              referenceNumber: maybe(textElement(rawText({ minLength: 1, maxLength: 20 }))),
              tradeItemTaxAmount: maybe({
                taxPercentage: one(textElement(number())),
                taxAmount: one(textElement(number())),
              }),
              taxCategory: maybe(
                textElement(
                  lexical('nmtoken', { minLength: 0, maxLength: 11, enumeration: ['TRANSFERIDO', 'RETENIDO'] }),
                ),
              ),
            },
            { order: 'all' },
          ),
          99,
        ),
        totalLineAmount: one({
          grossAmount: maybe({
            Amount: one(textElement(number())),
          }),
          netAmount: one({
            Amount: one(textElement(number())),
          }),
        }),
      }),
      totalAmount: maybe({
        Amount: one(textElement(number())),
      }),
      TotalAllowanceCharge: zeroOrMore({
        allowanceOrChargeType: required(
          lexical('nmtoken', { minLength: 1, maxLength: 9, enumeration: ['ALLOWANCE', 'CHARGE'] }),
        ),
        specialServicesType: maybe(
          textElement(
            lexical('nmtoken', {
              minLength: 1,
              maxLength: 3,
              enumeration: [
                'AA',
                'ADS',
                'ADO',
                'ABZ',
                'DA',
                'EAA',
                'PI',
                'TAE',
                'SAB',
                'RAA',
                'PAD',
                'FG',
                'FA',
                'TD',
                'TS',
                'TX',
                'ZZZ',
                'VAB',
                'UM',
                'DI',
                'ADT',
                'AJ',
                'CAC',
                'COD',
                'EAB',
                'FC',
                'FI',
                'HD',
                'QD',
              ],
            }),
          ),
        ),
        Amount: maybe(textElement(number())),
      }),
    },
    {
      cadena: [
        'documentStructureVersion',
        'orderIdentification/referenceIdentification',
        'orderIdentification/ReferenceDate',
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

export interface Detallista extends Static<typeof detallista.root> {}
