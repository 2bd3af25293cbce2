/**
 * Types of other libraries, as far as the benchmark calls them. They may not be installed, and
 * their own types differ in quality.
 * @module
 */

/** The attributes of an element. */
export type Attributes = Readonly<Record<string, string>>

/** A class whose instances take their parts in the constructor or later. */
type Made<Part = object> = new (attributes: Attributes) => Part

/** By import name. */
interface Packages {
  readonly '@cfdi/xml': {
    readonly CFDI: new (
      attributes: Attributes,
      options: { readonly debug: boolean; readonly xslt: object },
    ) => {
      emisor(emisor: object): void
      receptor(receptor: object): void
      concepto(concepto: object): void
      impuesto(impuestos: object): void
      getXmlCdfi(): Promise<string>
    }
    readonly Emisor: Made
    readonly Receptor: Made
    readonly Concepto: Made<{ traslado(traslado: Attributes): void }>
    readonly Impuestos: Made<{ traslados(traslado: Attributes): void }>
  }
  readonly '@nodecfdi/cfdi-elements/cfdi40': {
    readonly Comprobante: Made<{
      addEmisor(emisor: Attributes): void
      addReceptor(receptor: Attributes): void
      addConcepto(concepto: Attributes): {
        multiTraslado(...traslados: readonly Attributes[]): void
      }
      addImpuestos(impuestos: Attributes): void
      multiTraslado(...traslados: readonly Attributes[]): void
    }>
  }
  readonly '@nodecfdi/cfdi-core': {
    nodeToXmlString(node: object, hasXmlDeclaration: boolean): string
  }
  readonly 'saxon-js': {
    transform(options: object, mode: 'sync'): { readonly principalResult: string }
  }
  readonly '@cfdi/csd': {
    readonly key: {
      setFile(path: string, password: string): void
      signatureHexForge(text: string): string
    }
  }
  readonly '@nodecfdi/credentials/node': {
    readonly Credential: {
      openFiles(cer: string, key: string, password: string): { sign(text: string): string }
    }
  }
  readonly '@nodecfdi/cfdiutils-common': { install(...dom: readonly object[]): void }
  readonly '@xmldom/xmldom': Readonly<
    Record<'DOMParser' | 'XMLSerializer' | 'DOMImplementation', new () => object>
  >
  readonly '@nodecfdi/cfdi-to-json': {
    readonly JsonConverter: {
      convertToRecord(xml: string): {
        readonly Conceptos: { readonly Concepto: readonly Attributes[] }
      }
    }
  }
}

/** Imports a package installed beside this file. Older modules have a default export. */
export async function load<Name extends keyof Packages>(name: Name): Promise<Packages[Name]> {
  const module = (await import(name)) as Packages[Name] & {
    readonly default?: Partial<Packages[Name]>
  }
  return { ...module.default, ...module }
}
