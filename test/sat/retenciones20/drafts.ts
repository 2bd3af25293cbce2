/**
 * Drafts of Retenciones 2.0 for tests, sound but for what a test changes.
 * @module
 */

import type { RetencionesDraft } from '../../../src/sat/retenciones20/draft.js'

/** Dividends of a company to a shareholder: 1,000.00, of which 100.00 are withheld. */
export const dividendo: RetencionesDraft = {
  Version: '2.0',
  FolioInt: 'AUTO',
  FechaExp: 'AUTO',
  LugarExpRetenc: '22000',
  CveRetenc: '14',
  Emisor: { RfcE: 'AUTO', NomDenRazSocE: 'AUTO', RegimenFiscalE: '601' },
  Receptor: {
    NacionalidadR: 'Nacional',
    Nacional: {
      RfcR: 'CACX7605101P8',
      NomDenRazSocR: 'XOCHILT CASAS CHAVEZ',
      DomicilioFiscalR: '36257',
    },
  },
  Periodo: { MesIni: '10', MesFin: '10', Ejercicio: '2026' },
  Totales: {
    MontoTotOperacion: 'AUTO',
    MontoTotGrav: '1000.00',
    MontoTotExent: '0.00',
    MontoTotRet: 'AUTO',
    ImpRetenidos: [
      { BaseRet: '1000.00', ImpuestoRet: '001', MontoRet: '100.00', TipoPagoRet: '03' },
    ],
  },
  Complemento: {
    Dividendos: {
      Version: '1.0',
      DividOUtil: {
        CveTipDivOUtil: '01',
        MontISRAcredRetMexico: '100.00',
        MontISRAcredRetExtranjero: '0',
        TipoSocDistrDiv: 'Sociedad Nacional',
      },
    },
  },
}
