/**
 * What a code means that is no rule: who says it, what it means, what to do.
 * @module
 */
import type { Meaning as OfPac, Meanings as PacMeanings } from '../pac/adapter/classify.js'
import { meanings as fel } from '../pac/fel/fel.js'
import { meanings as finkok } from '../pac/finkok/finkok.js'
import { meanings as prodigia } from '../pac/prodigia/prodigia.js'
import { meanings as solucionFactible } from '../pac/solucionFactible/solucionFactible.js'
import { meanings as sw } from '../pac/sw/reply.js'
import {
  type Meaning,
  type Meanings,
  ofCancellation,
  ofEngine,
  ofErrors,
  ofReceiver,
  ofRetencion,
  ofStamping,
} from './meanings.js'

/** A code, described. */
export interface CodeDescription {
  readonly code: string
  /** Who says it: «al cancelar, el SAT». */
  readonly from: string
  /** What it means, in Spanish. */
  readonly says: string
  /** What to do. */
  readonly cure: string
}

const rejected = 'No se timbró: es el 705 del motor.'

/** What follows of a code of a PAC's own: its text is that of the PAC. */
const words: Readonly<Record<OfPac, Meaning>> = {
  document: [`El documento tiene algo mal. ${rejected}`, 'Corrija lo que dice el texto que vino con él.'],
  certificate: [`El certificado o el sello no se admiten. ${rejected}`, 'Selle con el CSD vigente del emisor.'],
  list: [`Una lista del SAT no lo tiene. ${rejected}`, 'Otro PAC puede tener una más nueva; o espere unas horas.'],
  time: [`La fecha no se admite. ${rejected}`, '`Fecha: "AUTO"`; revise la hora del servidor.'],
  account: ['La cuenta no puede timbrar. No se timbró: es el 706 del motor.', 'Revise saldo, contraseña y permisos.'],
  throttle: ['Pide ir más despacio. No se timbró: es el 706 del motor.', 'Espere `retryAfter`, si lo hay.'],
  unavailable: ['No lo procesó. No se timbró: es el 707 del motor.', 'Reintente, con la misma llave.'],
  unknown: ['Falló, y puede estar timbrado: es el 708 del motor.', 'No facture otra vez: la misma llave lo averigua.'],
  stamped: ['El documento ya está timbrado.', 'No lo timbre otra vez: la misma llave, o `resume`, trae el timbre.'],
}

function ofPac(meanings: PacMeanings): Meanings {
  return Object.fromEntries(Object.entries(meanings).map(([code, meaning]) => [code, words[meaning]]))
}

/** Who says what. */
const families: readonly (readonly [string, Meanings])[] = [
  ['el motor, en `code`', ofEngine],
  ['la biblioteca, en el `code` de un error', ofErrors],
  ['al timbrar: `check`, o el PAC', ofStamping],
  ['al cancelar, el SAT', ofCancellation],
  ['al cancelar una retención, el SAT', ofRetencion],
  ['al responder a una cancelación, el SAT', ofReceiver],
  ['Finkok', ofPac(finkok)],
  ['SW Sapien', ofPac(sw)],
  ['Prodigia', ofPac(prodigia)],
  ['Solución Factible', ofPac(solucionFactible)],
  ['FEL', ofPac(fel)],
]

/** Every code, as those who say it do. */
export function listCodes(): CodeDescription[] {
  return families.flatMap(([from, meanings]) =>
    Object.entries(meanings).map(([code, [says, cure]]) => ({ code, from, says: plain(says), cure: plain(cure) })),
  )
}

/** Without Markdown, which the page of the same texts has. */
function plain(text: string): string {
  return text.replace(/\[([^[\]]+)\]\(([^()]+)\)/g, '$1 (docs/$2)').replaceAll('**', '')
}
