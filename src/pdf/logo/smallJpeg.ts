/**
 * Scales large JPEG images down: a photograph of a telephone has 12 million pixels and megabytes,
 * which each PDF would embed, and a logo is some four centimetres wide on paper. Blocks of 8 by 8
 * pixels are decoded as smaller ones, from their lower frequencies.
 * @module
 */

import { mostPixels } from './jpeg.js'
import { type Huffman, huffmanOf, ScanBits } from './jpegBits.js'
import { type Component, decodeScan, type Scan, zigzag } from './jpegScan.js'
import { type Pixels, writePng } from './smallPng.js'

/** Most pixels of a side of the smaller image: 300 dots an inch for five centimetres. */
const mostSide = 600

/**
 * Most scans: encoders write some ten. A scan of a few bytes visits every block, so a small file of
 * thousands of scans would take hours.
 */
const mostScans = 50

interface Frame {
  readonly width: number
  readonly height: number
  readonly isProgressive: boolean
  readonly components: readonly Component[]
  readonly unitsPerRow: number
  readonly unitRows: number
  /** Most samples of a component. */
  readonly across: number
  readonly down: number
}

/** State of a reader between the segments of a file. */
interface Reader {
  readonly bytes: Uint8Array
  readonly view: DataView
  readonly quantizations: Uint16Array[]
  readonly tables: { readonly dc: Huffman[]; readonly ac: Huffman[] }
  frame?: Frame
  interval: number
  scans: number
  /** Colours by the application segment of Adobe, which also says that CMYK is inverted. */
  adobe?: number
  orientation: number
}

/** Resolves to a PNG of a JPEG, of at most {@link mostSide} pixels a side. @throws RangeError for one that is damaged. */
export async function scaledJpeg(bytes: Uint8Array): Promise<Uint8Array> {
  const reader: Reader = {
    bytes,
    view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    quantizations: [],
    tables: { dc: [], ac: [] },
    interval: 0,
    scans: 0,
    orientation: 1,
  }
  for (let at = markerFrom(bytes, 2); at !== undefined; )
    at = markerFrom(bytes, await readSegment(reader, at))
  if (reader.frame === undefined) throw new RangeError('no frame')
  // The pixels of an image, whose blocks are some pixels wide instead of eight.
  const frame = reader.frame
  const most = Math.max(frame.width, frame.height)
  const side = Math.min(8, Math.max(1, Math.floor((8 * mostSide) / most)))
  const planes: Plane[] = []
  for (const component of frame.components) {
    planes.push(planeOf(reader, frame, component, side))
    await new Promise((next) => setTimeout(next))
  }
  const width = Math.ceil((frame.width * side) / 8)
  const height = Math.ceil((frame.height * side) / 8)
  const colours = new Uint8Array(width * height * 3)
  const convert = converterOf(reader, frame)
  const pixel: number[] = Array(planes.length).fill(0)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      for (const [index, plane] of planes.entries()) {
        const row = Math.floor(y * plane.down) * plane.width
        pixel[index] = plane.samples[row + Math.floor(x * plane.across)] as number
      }
      convert(pixel, colours, (y * width + x) * 3)
    }
  return writePng(turned({ width, height, colours }, reader.orientation))
}

/** Returns the position of the next marker of a segment; undefined at the end of the image. */
function markerFrom(bytes: Uint8Array, start: number): number | undefined {
  for (let at = start; at + 4 <= bytes.length; at++) {
    const kind = bytes[at + 1] as number
    // Bits of a scan, with restart markers, and fill bytes precede it.
    const isMarker = bytes[at] === 0xff && kind !== 0 && kind !== 0xff && (kind & 0xf8) !== 0xd0
    if (isMarker) return kind === 0xd9 ? undefined : at
  }
  return undefined
}

/** Reads a segment, and returns the position after it. */
async function readSegment(reader: Reader, at: number): Promise<number> {
  const { bytes, view } = reader
  const kind = bytes[at + 1] as number
  const end = at + 2 + view.getUint16(at + 2)
  const body = new DataView(bytes.buffer, bytes.byteOffset + at + 4, Math.max(0, end - at - 4))
  if (kind === 0xdb) {
    for (let at = 0; at < body.byteLength; ) {
      const head = body.getUint8(at++)
      const size = head >> 4 === 0 ? 1 : 2
      const table = new Uint16Array(64)
      for (const place of zigzag) {
        table[place] = size === 1 ? body.getUint8(at) : body.getUint16(at)
        at += size
      }
      reader.quantizations[head & 3] = table
    }
  } else if (kind === 0xc4) {
    for (let at = 0; at + 17 <= body.byteLength; ) {
      const head = body.getUint8(at)
      const counts = new Uint8Array(body.buffer, body.byteOffset + at + 1, 16)
      let length = 0
      for (const count of counts) length += count
      const values = new Uint8Array(body.buffer, body.byteOffset + at + 17, length)
      reader.tables[head >> 4 === 0 ? 'dc' : 'ac'][head & 3] = huffmanOf(counts, values)
      at += 17 + length
    }
  } else if (kind >= 0xc0 && kind <= 0xc2) reader.frame ??= readJpegFrame(body, kind === 0xc2)
  else if (kind === 0xdd) reader.interval = body.getUint16(0)
  else if (kind === 0xda) {
    const { frame } = reader
    if (frame === undefined) throw new RangeError('no frame')
    if (++reader.scans > mostScans) throw new RangeError('too many scans')
    const scan = readScan(reader, frame, body)
    await decodeScan(new ScanBits(bytes, end), scan, frame.unitsPerRow, frame.unitRows)
  } else {
    const name = String.fromCharCode(...bytes.subarray(at + 4, Math.min(end, at + 9)))
    if (kind === 0xee && name === 'Adobe') reader.adobe = body.getUint8(11)
    if (kind === 0xe1 && name.startsWith('Exif')) reader.orientation = orientationOf(body)
  }
  return end
}

function readJpegFrame(view: DataView, isProgressive: boolean): Frame {
  const [height, width, count] = [view.getUint16(1), view.getUint16(3), view.getUint8(5)]
  // The frame may differ from the one that was validated: readers skip markers differently.
  if (width * height > mostPixels || count > 4) throw new RangeError('too large')
  const heads: Pick<Component, 'id' | 'across' | 'down' | 'quantization'>[] = []
  let [across, down] = [0, 0]
  for (let at = 6; at < 6 + count * 3; at += 3) {
    const samples = view.getUint8(at + 1)
    const head = { across: samples >> 4, down: samples & 15 }
    if (head.across < 1 || head.across > 4 || head.down < 1 || head.down > 4)
      throw new RangeError('samples')
    heads.push({ id: view.getUint8(at), ...head, quantization: view.getUint8(at + 2) & 3 })
    across = Math.max(across, head.across)
    down = Math.max(down, head.down)
  }
  const unitsPerRow = Math.ceil(width / 8 / across)
  const unitRows = Math.ceil(height / 8 / down)
  const components = heads.map((head) => {
    const stored = unitsPerRow * head.across
    return {
      ...head,
      columns: Math.ceil(Math.ceil((width * head.across) / across) / 8),
      rows: Math.ceil(Math.ceil((height * head.down) / down) / 8),
      stored,
      coefficients: new Int16Array(stored * unitRows * head.down * 64),
    }
  })
  return { width, height, isProgressive, components, unitsPerRow, unitRows, across, down }
}

function readScan({ tables, interval }: Reader, frame: Frame, view: DataView): Scan {
  const { isProgressive } = frame
  const count = view.getUint8(0)
  const parts = Array.from({ length: count }, (_, index) => {
    const id = view.getUint8(1 + index * 2)
    const chosen = view.getUint8(2 + index * 2)
    const component = frame.components.find((one) => one.id === id)
    if (component === undefined) throw new RangeError('component')
    return { component, dc: tables.dc[chosen >> 4], ac: tables.ac[chosen & 15], predicted: 0 }
  })
  const end = 1 + count * 2
  const [first, last, bits] = [view.getUint8(end), view.getUint8(end + 1), view.getUint8(end + 2)]
  if (parts.length === 0 || last > 63) throw new RangeError('scan')
  const band = isProgressive
    ? { first, last, high: bits >> 4, low: bits & 15 }
    : { first: 0, last: 63, high: 0, low: 0 }
  return { parts, isProgressive, interval, ...band }
}

/** Reads the orientation of a camera: the tag 0x0112 of its first directory (TIFF 6.0). */
function orientationOf(view: DataView): number {
  const start = 6
  try {
    const isLittle = view.getUint16(start) === 0x4949
    const directory = start + view.getUint32(start + 4, isLittle)
    const count = view.getUint16(directory, isLittle)
    for (let index = 0; index < count; index++) {
      const at = directory + 2 + index * 12
      if (view.getUint16(at, isLittle) === 0x0112) return view.getUint16(at + 8, isLittle)
    }
  } catch {
    // Another program shortened the segment.
  }
  return 1
}

/** Samples of a component, some of a block of eight by eight. */
interface Plane {
  readonly samples: Uint8ClampedArray
  readonly width: number
  /** Samples for each pixel of the image. */
  readonly across: number
  readonly down: number
}

/** A component with fewer samples, such as one of the colours, keeps more of each block. */
function planeOf(
  { quantizations }: Reader,
  frame: Frame,
  component: Component,
  least: number,
): Plane {
  const table = quantizations[component.quantization]
  if (table === undefined) throw new RangeError('quantization')
  const more = Math.min(frame.across / component.across, frame.down / component.down)
  const side = Math.min(8, least * Math.floor(more))
  const scale = side / least
  // The samples of a component: the inverse cosine transform of its lower frequencies.
  const { stored, coefficients } = component
  const plane = new Uint8ClampedArray((coefficients.length / 64) * side * side)
  const basis = Float32Array.from({ length: side * side }, (_, index) => {
    const [x, k] = [Math.floor(index / side), index % side]
    const size = Math.sqrt((k === 0 ? 1 : 2) / 8)
    return size * Math.cos(((2 * x + 1) * k * Math.PI) / (2 * side))
  })
  const half = new Float32Array(side * side)
  for (let at = 0, block = 0; at < coefficients.length; at += 64, block++) {
    for (let v = 0; v < side; v++)
      for (let x = 0; x < side; x++) {
        let sum = 0
        for (let k = 0; k < side; k++)
          sum +=
            (coefficients[at + v * 8 + k] as number) *
            (table[v * 8 + k] as number) *
            (basis[x * side + k] as number)
        half[v * side + x] = sum
      }
    const start = Math.floor(block / stored) * side * stored * side + (block % stored) * side
    for (let y = 0; y < side; y++)
      for (let x = 0; x < side; x++) {
        let sum = 128
        for (let k = 0; k < side; k++)
          sum += (half[k * side + x] as number) * (basis[y * side + k] as number)
        plane[start + y * stored * side + x] = sum
      }
  }
  return {
    samples: plane,
    width: component.stored * side,
    across: (component.across / frame.across) * scale,
    down: (component.down / frame.down) * scale,
  }
}

type Convert = (samples: readonly number[], to: Uint8Array, at: number) => void

/** Colours of an image: grey, RGB, YCbCr (JFIF), CMYK or YCCK (Adobe). */
function converterOf({ adobe }: Reader, { components }: Frame): Convert {
  const ids = components.map(({ id }) => String.fromCharCode(id)).join('')
  if (components.length === 1) return ([grey = 0], to, at) => to.fill(grey, at, at + 3)
  const isPlain =
    components.length === 4 ? adobe !== 2 : adobe === 0 || (adobe === undefined && ids === 'RGB')
  const rgb: Convert = isPlain ? (samples, to, at) => to.set(samples.slice(0, 3), at) : setYcc
  if (components.length === 3) return rgb
  return (samples, to, at) => {
    rgb(samples, to, at)
    const black = samples[3] as number
    for (let index = at; index < at + 3; index++) {
      const colour = to[index] as number
      to[index] =
        adobe === undefined ? ((255 - colour) * (255 - black)) / 255 : (colour * black) / 255
    }
  }
}

const setYcc: Convert = ([y = 0, blue = 0, red = 0], to, at) => {
  const clamped = (value: number): number => Math.max(0, Math.min(255, Math.round(value)))
  to[at] = clamped(y + 1.402 * (red - 128))
  to[at + 1] = clamped(y - 0.344136 * (blue - 128) - 0.714136 * (red - 128))
  to[at + 2] = clamped(y + 1.772 * (blue - 128))
}

/** Returns an image as its camera was held: mirrored, upside down, or on its side. */
function turned(image: Pixels, orientation: number): Pixels {
  if (orientation < 2 || orientation > 8) return image
  const isOnSide = orientation > 4
  const [width, height] = isOnSide ? [image.height, image.width] : [image.width, image.height]
  const isMirrored = [2, 3, 7, 8].includes(orientation)
  const isFlipped = [3, 4, 6, 7].includes(orientation)
  const colours = new Uint8Array(image.colours.length)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [u, v] = isOnSide ? [y, x] : [x, y]
      const from =
        (isFlipped ? image.height - 1 - v : v) * image.width +
        (isMirrored ? image.width - 1 - u : u)
      colours.set(image.colours.subarray(from * 3, from * 3 + 3), (y * width + x) * 3)
    }
  return { width, height, colours }
}
