/**
 * Checks of PACs when they stamp, beyond the matrices: their codes 304, 307 and 401 to 403 (RMF
 * 2.7.2.9).
 * @module
 */
import { localTime, wallAt, wallOf } from '../../../lib/time.js'
import { isSealed } from '../certificado.js'
import { type Comprobante, comprobante } from '../declaration.js'
import { at } from '../nodes.js'
import { hasComplement, zoneOf } from '../predicates.js'
import { tableOf } from '../rule.js'
import { serviciosDeTimbrado } from '../sources.js'

const second = 1000
const minute = 60 * second

/** Maximum time between `Fecha` and the stamp. */
const latest = 72 * 60 * minute

/** Tolerance for clocks: PACs accept a `Fecha` a few minutes ahead of theirs. */
const ahead = 5 * minute

const isStamped = (document: Comprobante): boolean => hasComplement(document, 'TimbreFiscalDigital')

export const timbradoRules = tableOf(at(comprobante), {
  source: serviciosDeTimbrado,
  rules: {
    304: {
      field: 'NoCertificado',
      says: 'debe ser de un certificado activo en la lista del SAT',
      needs: 'certificates',
      when: isSealed,
      holds: ({ NoCertificado }, { certificates }) => {
        const estatus = certificates?.find(NoCertificado)?.estatus
        return (
          estatus === 'activo' || {
            detail: estatus === undefined ? 'no está en la lista' : estatus,
          }
        )
      },
    },
    307: {
      field: 'Complemento',
      says: 'no debe tener ya un timbre cuando se manda a timbrar',
      undecidable:
        'depende de para qué se revisa: un comprobante timbrado es válido y no se puede volver a timbrar',
    },
    401: {
      field: 'Fecha',
      says: 'debe ser de las 72 horas anteriores al timbrado, en el horario del lugar de expedición',
      needs: 'at',
      when: (document) => !isStamped(document),
      holds: ({ Fecha }, context) => {
        const [at, zone] = [context.at as Date, zoneOf(context)]
        const age = wallAt(at, zone) - wallOf(Fecha.trim())
        return (
          (-ahead <= age && age < latest + second) || {
            detail: `ahí son las ${localTime(at, zone)}`,
          }
        )
      },
    },
    402: {
      field: 'Emisor',
      says: 'debe tener sus obligaciones en orden según la lista del SAT',
      needs: 'certificates',
      when: ({ NoCertificado }, context) =>
        isSealed(context.document, context) &&
        context.certificates?.find(NoCertificado) !== undefined,
      holds: ({ NoCertificado }, { certificates }) =>
        certificates?.find(NoCertificado)?.obligaciones === true,
    },
    403: {
      field: 'Fecha',
      says: 'debe ser posterior al 1 de enero de 2012',
      holds: (_, { day }) => day > '2012-01-01',
    },
  },
})
