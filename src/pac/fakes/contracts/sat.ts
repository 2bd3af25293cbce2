/**
 * Wire contract of the SAT's status service, which most adapters use instead of their PAC.
 * @module
 */
import type { WireContract, WireHosts } from '../wireContract.js'

const envelope =
  '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>{{content:raw}}</s:Body></s:Envelope>'

/** The contract of a PAC, and that of the SAT's status service beside it. */
export function withSat(contract: WireContract): WireContract {
  return {
    ...contract,
    sources: {
      ...contract.sources,
      sat: {
        grade: 'documented',
        cite: 'https://consultaqr.facturaelectronica.sat.gob.mx/ConsultaCFDIService.svc?wsdl',
      },
    },
    hosts: {
      production: {
        ...contract.hosts.production,
        ...hostAt('https://consultaqr.facturaelectronica.sat.gob.mx'),
      },
      test: { ...contract.hosts.test, ...hostAt('https://pruebacfdiconsultaqr.cloudapp.net') },
    },
    envelopes: { ...contract.envelopes, sat: envelope },
    requests: {
      ...contract.requests,
      Consulta: {
        op: 'status',
        method: 'POST',
        at: 'sat',
        body: {
          kind: 'soap',
          namespace: 'http://tempuri.org/',
          operation: 'Consulta',
          action: 'http://tempuri.org/IConsultaCFDIService/Consulta',
          qualified: true,
          order: 'given',
          fields: {
            expresionImpresa: {
              holds: 'expression',
              pattern: '\\?re=.{12,17}&rr=.{12,17}&tt=[\\d.]+&id=[\\w-]{36}&fe=.{8}',
              from: ['sat'],
            },
          },
        },
        replies: { state: { within: ['sat'], body: state, from: ['sat'] } },
        from: ['sat'],
      },
    },
  }
}

function hostAt(host: string): WireHosts {
  return { sat: { url: `${host}/ConsultaCFDIService.svc`, from: ['sat'] } }
}

const fields = ['CodigoEstatus', 'EsCancelable', 'Estado', 'EstatusCancelacion']
  .map((name) => `<a:${name}>{{${name.charAt(0).toLowerCase()}${name.slice(1)}}}</a:${name}>`)
  .join('')
const state = `<ConsultaResponse xmlns="http://tempuri.org/"><ConsultaResult xmlns:a="http://schemas.datacontract.org/2004/07/Sat.Cfdi.Negocio.ConsultaCfdi.Servicio">${fields}</ConsultaResult></ConsultaResponse>`
