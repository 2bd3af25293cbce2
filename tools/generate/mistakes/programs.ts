/**
 * Mistakes of beginners in the program: a few lines that run with a CSD and a sandbox, their
 * meaning and the correction.
 * @module
 */

/** A mistake in a program. The message is the result or the error of its code. */
export interface ProgramMistake {
  readonly title: string
  readonly code: string
  readonly meaning: string
}

/** Code with `borrador`, `csd`, `pac`, `engine`, and the files of a company. */
export const programMistakes: readonly ProgramMistake[] = [
  {
    title: 'La contraseña de la llave',
    code: `await openCsd({ cer: 'csd.cer', key: 'csd.key', password: 'la de la e.firma' })`,
    meaning:
      'Cada CSD tiene la suya, que se eligió al pedirlo, y no es la de la e.firma ni la del portal. No se puede recuperar: se pide otro CSD.',
  },
  {
    title: 'La e.firma en lugar del CSD',
    code: `await openCsd({ cer: 'efirma.cer', key: 'efirma.key', password: '12345678a' })`,
    meaning: 'Con la e.firma se pide el CSD (en Certifica, del SAT), y con el CSD se sella.',
  },
  {
    title: 'La llave de otro certificado',
    code: `await openCsd({ cer: 'csd.cer', key: 'otra.key', password: '12345678a' })`,
    meaning:
      'El .cer y el .key se renuevan juntos. Si hay varios en una carpeta, `openCsdFolder` encuentra los pares.',
  },
  {
    title: 'Los dos archivos, cambiados',
    code: `await openCsd({ cer: 'csd.key', key: 'csd.cer', password: '12345678a' })`,
    meaning: 'El .cer es público y va en `cer`; el .key es la llave y va en `key`.',
  },
  {
    title: 'El CSD, sin esperarlo',
    code: `const password = '12345678a'
const csd = openCsd({ cer: 'csd.cer', key: 'csd.key', password })
createEngine({ signers: csd, provider: pac })`,
    meaning: 'Abrir un CSD lee archivos y prueba la llave: se espera con `await`.',
  },
  {
    title: 'El emisor no es el del certificado',
    code: `await engine.stamp({
  ...borrador,
  Emisor: {
    Rfc: 'TOAM850417U21',
    Nombre: 'MARIANA TORRES ACOSTA',
    RegimenFiscal: '612',
  },
})`,
    meaning:
      'El motor sella solo por quien tiene un CSD en `signers`, que puede ser una lista. `Rfc: "AUTO"` lo toma del certificado.',
  },
  {
    title: 'JSON que no lo es',
    code: `await engine.stamp("{ 'Version': '4.0' }")`,
    meaning:
      'JSON lleva comillas dobles. Un objeto de JavaScript se pasa como es, sin convertirlo a texto.',
  },
  {
    title: 'Los importes faltan, y nadie pidió calcularlos',
    code: `await createEngine({ signers: csd, provider: pac }).stamp(borrador)`,
    meaning:
      'Lo que falta solo se calcula con `createEngine({ complete: true })`, o donde el borrador dice `"AUTO"`.',
  },
  {
    title: 'Un CSD de pruebas con un PAC que no lo conoce',
    code: `const otro = createSandboxPac()
const motor = createEngine({ signers: csd, provider: otro, complete: true })
await motor.stamp(borrador)`,
    meaning:
      'Un PAC acepta certificados del SAT; el de pruebas, los de su propia autoridad: `pac.issueCsd(…)` del mismo `pac` que timbra.',
  },
  {
    title: 'La misma clave para otra factura',
    code: `await engine.stamp(borrador, { key: 'pedido 8114' })
await engine.stamp({ ...borrador, FormaPago: '01' }, { key: 'pedido 8114' })`,
    meaning:
      'La clave identifica un pedido, y un pedido es una factura. Otra factura lleva otra clave; para corregir una, use `engine.substitute`. Las claves se guardan en `orders`: sin él, el motor rechaza toda clave con 711.',
  },
  {
    title: 'Timbrar lo ya timbrado',
    code: `const { cfdi } = await engine.stamp(borrador)
await engine.stamp(readCfdi(Buffer.from(cfdi.XML, 'base64')))`,
    meaning:
      'Se timbran borradores, y cada vez es otra factura. Para no hacer dos, dé una clave a cada pedido.',
  },
  {
    title: 'La respuesta se perdió',
    code: `const mudo = withFaults(pac, { always: { stamp: 'timeout-after' } })
const motor = createEngine({ signers: csd, provider: mudo, complete: true })
await motor.stamp(borrador, { signal: AbortSignal.timeout(1_000) })`,
    meaning:
      '**No vuelva a facturar**: puede estar timbrada. Guarde `sealed` y pregunte después, o deje que lo haga `failover` con una bitácora, o `orders` y una clave.',
  },
  {
    title: 'El XML de la respuesta, sin decodificar',
    code: `const { cfdi } = await engine.stamp(borrador)
readCfdi(cfdi.XML)`,
    meaning:
      "`cfdi.XML` está en Base64, como lo espera quien lo guarda: `Buffer.from(cfdi.XML, 'base64')`.",
  },
]
