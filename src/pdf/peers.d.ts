/** What is used of pdfmake 0.3, whose types bring those of Node with them. */
declare module 'pdfmake' {
  export interface VirtualFiles {
    existsSync(name: string): boolean
    readFileSync(name: string): Uint8Array | undefined
    writeFileSync(name: string, content: unknown): void
  }
  export interface Pdfmake {
    readonly constructor: new () => Pdfmake
    virtualfs: VirtualFiles
    setFonts(fonts: object): void
    setUrlAccessPolicy(policy: (url: string) => boolean): void
    /** In Node only. */
    setLocalAccessPolicy?(policy: (path: string) => boolean): void
    createPdf(definition: object): { getBuffer(): Promise<Uint8Array> }
  }
  const pdfmake: Pdfmake
  export default pdfmake
}
