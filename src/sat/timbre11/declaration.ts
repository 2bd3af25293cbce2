/**
 * Timbre Fiscal Digital 1.1 (`TimbreFiscalDigitalv11.xsd`): the PAC's certification of a CFDI.
 * @module
 */
import { element, optional, required, type Static, sinCadena } from '../../model/grammar.js'
import { code, exactly, t_FechaH, t_RFC_PM, t_UUID, token } from '../../model/types.js'
import { complement } from '../cfdi40/complement.js'

// Letters, digits and the punctuation that the XSD lists one by one.
const leyenda =
  '([A-Z]|[a-z]|[0-9]| |Ñ|ñ|!|"|%|&|\'|´|-|:|;|>|=|<|@|_|,|\\{|\\}|`|~|á|é|í|ó|ú|Á|É|Í|Ó|Ú|ü|Ü){1,150}'

/** The declaration of the Timbre Fiscal Digital 1.1. */
export const timbreFiscalDigital = complement({
  name: 'TimbreFiscalDigital',
  version: '1.1',
  prefix: 'tfd',
  namespace: 'http://www.sat.gob.mx/TimbreFiscalDigital',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/TimbreFiscalDigital/TimbreFiscalDigitalv11.xsd',
  at: 'comprobante',
  // It has a cadena of its own; that of the comprobante does not include it.
  cadena: false,
  selfContained: true,
  root: element({
    /** Versión del timbre: "1.1". */
    Version: required(exactly('1.1')),
    /** Folio fiscal. */
    UUID: required(t_UUID),
    /** Fecha y hora de la certificación, en el horario del centro de México. */
    FechaTimbrado: required(t_FechaH),
    /** RFC del PAC. */
    RfcProvCertif: required(t_RFC_PM),
    /** Mensaje del SAT a los contribuyentes. */
    Leyenda: optional(token({ minLength: 12, maxLength: 150, pattern: leyenda })),
    /** Sello del comprobante que se certifica. */
    SelloCFD: required(token()),
    /** Número del certificado del PAC. */
    NoCertificadoSAT: required(code(20, '[0-9]{20}')),
    /** Sello del PAC sobre la cadena original del timbre, en Base64. */
    SelloSAT: sinCadena(required(token())),
  }),
})

/** The stamp, as JSON. */
export interface TimbreFiscalDigital extends Static<typeof timbreFiscalDigital.root> {}
