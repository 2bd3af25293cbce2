/** The used part of pdfmake 0.3, whose own types require those of Node. */
declare module 'pdfmake' {
  export interface VirtualFiles {
    existsSync(name: string): boolean
    readFileSync(name: string): Uint8Array | undefined
    writeFileSync(name: string, content: unknown): void
  }
  /** The document of pdfkit, which pdfmake draws on. */
  export interface PdfkitDocument {
    info: Readonly<Record<string, unknown>>
    bufferedPageRange(): { readonly count: number }
    /** Writes `info` as XML. */
    _addInfo?: () => void
  }
  export interface PdfOutput {
    /** The document with its pages laid out, before its bytes. */
    getStream(): Promise<PdfkitDocument>
    getBuffer(): Promise<Uint8Array>
  }
  export interface Pdfmake {
    readonly constructor: new () => Pdfmake
    virtualfs: VirtualFiles
    setFonts(fonts: object): void
    setUrlAccessPolicy(policy: (url: string) => boolean): void
    /** Node only. */
    setLocalAccessPolicy?(policy: (path: string) => boolean): void
    createPdf(definition: object, options: { readonly bufferPages: boolean }): PdfOutput
  }
  const pdfmake: Pdfmake
  export default pdfmake
}
