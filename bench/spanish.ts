/**
 * Translates the tables of docs/en/performance.md for docs/es/performance.md.
 * @module
 */

/** Longer texts first, so that none is replaced within another. */
const words: readonly (readonly [RegExp, string])[] = [
  [/(\d+) cores, load ([\d.]+)/g, '$1 núcleos, carga $2'],
  [
    /One RSA-2048 signature: (\S+) µs of processor, (\S+) times that through the pool of threads\./g,
    'Una firma RSA-2048: $1 µs de procesador, y $2 veces eso por los hilos del proceso.',
  ],
  [
    /A process that seals one invoice, as a function does, takes (\S+) ms, and one without a program (\S+) ms\./g,
    'Un proceso que sella una factura, como lo hace una función, tarda $1 ms, y uno sin programa $2 ms.',
  ],
  [
    /In a fresh process: import of the root (\S+) ms, first full check (\S+) ms more \((\S+) ms of processor in all\), the next (\S+) ms\./g,
    'En un proceso nuevo: importar la raíz, $1 ms; el primer check completo, $2 ms más ($3 ms de procesador en total); el siguiente, $4 ms.',
  ],
  [
    /Heap over (\S+) documents: from (\S+) MB, (\S+) MB at most; (\S+) MB resident at the peak\./g,
    'Memoria dinámica en $1 documentos: desde $2 MB, $3 MB cuando mucho; $4 MB residentes en el pico.',
  ],
  [
    /of (\S+) bare signatures a second \((\d+) cores, (\d+) threads\)/g,
    'de $1 firmas solas por segundo ($2 núcleos, $3 hilos)',
  ],
  [/all but the signature, ([\d,]+) concepts/g, 'todo menos la firma, $1 conceptos'],
  [
    /sealMany over bare crypto\.sign, ([\d,]+) concepts/g,
    'sealMany entre crypto.sign solo, $1 conceptos',
  ],
  [/a concept at ([\d,]+) over one at ([\d,]+)/g, 'un concepto entre $1, respecto de uno entre $2'],
  [/read, times as fast as (\S+)/g, 'leer, veces más rápido que $1'],
  [/write, times as fast as (\S+)/g, 'escribir, veces más rápido que $1'],
  [/import of the root/g, 'importar la raíz'],
  [/first full check, import included/g, 'primer check completo, con el import'],
  [/heap growth over (\S+) documents/g, 'crecimiento de la memoria en $1 documentos'],
  [/Measured on (\S+)\./g, 'Medido el $1.'],
  [/(?<=\| )write, /g, 'escribir, '],
  [/(?<=\| )sign, /g, 'firmar, '],
  [/(?<=\| )read, (?!times)/g, 'leer, '],
  [/\(read\)/g, '(leer)'],
  [/\(write\)/g, '(escribir)'],
  [/times as fast as/g, 'veces más rápido que'],
  [/times one engine/g, 'veces un motor'],
  [/([\d,]+) concepts, among the rest/g, '$1 conceptos, entre los demás'],
  [/\b1 concept\b/g, '1 concepto'],
  [/([\d,]+) concepts/g, '$1 conceptos'],
  [/payment, (\d+) documents/g, 'pago, $1 documentos'],
  [/\bpayroll\b/g, 'nómina'],
  [/AUTO, amounts/g, 'AUTO, importes'],
  [/stamp, free signature/g, 'timbrar, firma gratis'],
  [/stamp, sandbox/g, 'timbrar, PAC de pruebas'],
  [/to the PAC/g, 'hasta el PAC'],
]

/** Names of columns and verdicts, which fill a cell. */
const cells: Readonly<Record<string, string>> = {
  signatures: 'firmas',
  structure: 'estructura',
  write: 'escribir',
  compose: 'componer',
  work: 'trabajo',
  read: 'leer',
  seal: 'sellar',
  verify: 'verificar',
  stamp: 'timbrar',
  budget: 'presupuesto',
  'must be': 'debe ser',
  aim: 'meta',
  seen: 'visto',
  holds: 'se cumple',
  MISSED: 'NO se cumple',
  rate: 'ritmo',
  processor: 'procesador',
}

/** Translates a table or a sentence. */
export function inSpanish(text: string): string {
  const told = words.reduce((text, [english, spanish]) => text.replace(english, spanish), text)
  return told.replace(
    /(?<=\| +)[A-Za-z](?:[A-Za-z ]*[A-Za-z])?(?= +\|)/g,
    (cell) => cells[cell] ?? cell,
  )
}
