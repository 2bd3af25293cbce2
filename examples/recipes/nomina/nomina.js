/**
 * Los recibos de una quincena: uno por trabajador, varios a la vez, y la lista de los que no
 * salieron.
 * @module
 */
import { stampMany } from 'cfdi-stamp'
import { nomina } from 'cfdi-stamp/build'

/**
 * El recibo de un trabajador. Los totales, el concepto y el neto se obtienen de percepciones y
 * deducciones.
 */
function reciboDe({ trabajador, sueldo, isr, imss }, { periodo, patron }) {
  const { Rfc, Nombre, DomicilioFiscalReceptor, ...laboral } = trabajador
  return nomina(
    {
      TipoNomina: 'O',
      ...periodo,
      Emisor: { RegistroPatronal: patron.RegistroPatronal },
      Receptor: { Antigüedad: 'AUTO', ...laboral },
      Percepciones: {
        Percepcion: [
          {
            TipoPercepcion: '001',
            Clave: 'P001',
            Concepto: 'Sueldo',
            ImporteGravado: sueldo,
            ImporteExento: '0.00',
          },
        ],
      },
      Deducciones: {
        Deduccion: [
          { TipoDeduccion: '001', Clave: 'D001', Concepto: 'Cuota IMSS', Importe: imss },
          { TipoDeduccion: '002', Clave: 'D002', Concepto: 'ISR', Importe: isr },
        ],
      },
      OtrosPagos: [
        {
          TipoOtroPago: '002',
          Clave: 'O002',
          Concepto: 'Subsidio para el empleo',
          Importe: '0.00',
          SubsidioAlEmpleo: { SubsidioCausado: '0.00' },
        },
      ],
    },
    {
      Emisor: { RegimenFiscal: patron.RegimenFiscal },
      LugarExpedicion: patron.LugarExpedicion,
      Serie: 'N',
      Receptor: { Rfc, Nombre, DomicilioFiscalReceptor },
    },
  )
}

/**
 * Timbra la quincena. La llave es el trabajador y el periodo: quien la corre otra vez, después de
 * corregir a unos cuantos, no paga dos veces a nadie.
 */
export async function timbrarQuincena({ engine, recibos, periodo, patron, concurrency = 8 }) {
  const timbrados = []
  const fallidos = []
  const conLlave = {
    stamp: (recibo) =>
      engine.stamp(reciboDe(recibo, { periodo, patron }), { key: llaveOf(recibo, periodo) }),
  }
  for await (const { document, answer } of stampMany(conLlave, recibos, { concurrency })) {
    const { NumEmpleado } = document.trabajador
    if (answer.ok) timbrados.push({ NumEmpleado, UUID: answer.cfdi.UUID, XML: answer.cfdi.XML })
    else fallidos.push({ NumEmpleado, code: answer.code, errors: answer.errors })
  }
  return { timbrados, fallidos }
}

const llaveOf = ({ trabajador }, { FechaFinalPago }) =>
  `nómina ${FechaFinalPago} ${trabajador.NumEmpleado}`
