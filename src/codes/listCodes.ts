/**
 * Lists the codes that do not belong to rules: source, meaning and remedy.
 * @module
 */
import type { Meaning as OfPac, Meanings as PacMeanings } from '../pac/adapter/classify.js'
import { meanings as facturaloPlus } from '../pac/facturaloPlus/facturaloPlus.js'
import { meanings as fel } from '../pac/fel/fel.js'
import { meanings as finkok } from '../pac/finkok/finkok.js'
import { meanings as prodigia } from '../pac/prodigia/prodigia.js'
import { meanings as solucionFactible } from '../pac/solucionFactible/solucionFactible.js'
import { meanings as sw } from '../pac/sw/reply.js'
import { meanings as timbox } from '../pac/timbox/timbox.js'
import {
  type Meaning,
  type Meanings,
  ofBuilders,
  ofCancellation,
  ofEngine,
  ofErrors,
  ofReceiver,
  ofReception,
  ofRetencion,
  ofStamping,
} from './meanings.js'

/** A code with its meaning. */
export interface CodeDescription {
  readonly code: string
  /** Source of the code, for example «al cancelar, el SAT». */
  readonly from: string
  /** Meaning, in Spanish. */
  readonly says: string
  /** Remedy. */
  readonly cure: string
}

const rejected = 'No se timbró: es el 705 del motor.'

/** Remedies for a PAC's own codes, whose text comes from the PAC. */
const words: Readonly<Record<OfPac, Meaning>> = {
  document: [
    `El documento tiene algo mal. ${rejected}`,
    'Corrija lo que dice el texto que vino con él.',
  ],
  certificate: [
    `El certificado o el sello no se admiten. ${rejected}`,
    'Selle con el CSD vigente del emisor.',
  ],
  list: [
    `Una lista del SAT no lo tiene. ${rejected}`,
    'Otro PAC puede tener una más nueva; o espere unas horas.',
  ],
  time: [`La fecha no se admite. ${rejected}`, '`Fecha: "AUTO"`; revise la hora del servidor.'],
  account: [
    'La cuenta no puede timbrar. No se timbró: es el 706 del motor.',
    'Revise saldo, contraseña y permisos.',
  ],
  password: [
    'Usuario o contraseña no son los de la cuenta. No se timbró: es el 706 del motor.',
    'Corríjalos; nada más se envía hasta entonces, porque el PAC bloquea la cuenta.',
  ],
  blocked: [
    'La cuenta está bloqueada. No se timbró: es el 706 del motor.',
    'Pida al PAC que la desbloquee; después, `retryAccount`.',
  ],
  credits: [
    'La cuenta no tiene timbres. No se timbró: es el 706 del motor.',
    'Compre timbres; después, `retryAccount`.',
  ],
  expired: [
    'El contrato con el PAC terminó. No se timbró: es el 706 del motor.',
    'Renuévelo; después, `retryAccount`.',
  ],
  issuer: [
    'La cuenta no puede timbrar para este emisor. No se timbró: es el 706 del motor.',
    'Dé de alta al emisor en el PAC, y firme su manifiesto.',
  ],
  throttle: [
    'Pide ir más despacio. No se timbró: es el 706 del motor.',
    'Espere `retryAfter`, si lo hay.',
  ],
  unavailable: [
    'No lo procesó. No se timbró: es el 707 del motor.',
    'Reintente, con la misma clave.',
  ],
  unknown: [
    'Falló, y puede estar timbrado: es el 708 del motor.',
    'No facture otra vez: la misma clave lo averigua.',
  ],
  stamped: [
    'El documento ya está timbrado.',
    'No lo timbre otra vez: la misma clave, o `resume`, trae el timbre.',
  ],
}

function ofPac(meanings: PacMeanings): Meanings {
  return Object.fromEntries(
    Object.entries(meanings).map(([code, meaning]) => [code, words[meaning]]),
  )
}

/** Families of codes, by their source. */
const families: readonly (readonly [string, Meanings])[] = [
  ['el motor, en `code`', ofEngine],
  ['la biblioteca, en el `code` de un error', ofErrors],
  ['al revisar: `check`', ofReception],
  ['al hacer un borrador: `cfdi-stamp/build`', ofBuilders],
  ['al timbrar: `check`, o el PAC', ofStamping],
  ['al cancelar, el SAT', ofCancellation],
  ['al cancelar una retención, el SAT', ofRetencion],
  ['al responder a una cancelación, el SAT', ofReceiver],
  ['Finkok', ofPac(finkok)],
  ['SW Sapien', ofPac(sw)],
  ['Prodigia', ofPac(prodigia)],
  ['Solución Factible', ofPac(solucionFactible)],
  ['FEL', ofPac(fel)],
  ['Timbox', ofPac(timbox)],
  ['Facturalo Plus', ofPac(facturaloPlus)],
]

/** Lists every code as its source writes it. */
export function listCodes(): CodeDescription[] {
  return families.flatMap(([from, meanings]) =>
    Object.entries(meanings).map(([code, [says, cure]]) => ({
      code,
      from,
      says: withoutMarkdown(says),
      cure: withoutMarkdown(cure),
    })),
  )
}

/** Removes Markdown, which the generated page of the same texts needs. */
function withoutMarkdown(text: string): string {
  return text.replace(/\[([^[\]]+)\]\(([^()]+)\)/g, '$1 (docs/es/$2)').replaceAll('**', '')
}
