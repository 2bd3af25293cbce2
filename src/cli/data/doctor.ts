/**
 * `doctor`: ages of the data that the library judges by.
 * @module
 */
import {
  type DataState,
  type DataSubject,
  type DatedData,
  listDatedData,
} from '../../doctor/listDatedData.js'
import {
  type Call,
  type Command,
  type Exit,
  exits,
  type ReadingWorld,
  UsageError,
  type World,
} from '../command.js'
import { count, paintOf, writeJson } from '../output.js'
import { documents } from '../registered.js'
import { safe } from '../safeText.js'
import { packOption } from './packs.js'

/** `doctor`. */
export const doctorCommand: Command = {
  name: 'doctor',
  takes: '',
  says: 'Dice de cuándo son los catálogos, las autoridades, la lista de PAC, los días inhábiles, los valores y las reglas con que se revisa, y qué hacer con lo que ya no vale.',
  options: {
    'max-age': {
      type: 'string',
      value: 'DÍAS',
      says: 'avisa de los catálogos y de la lista de PAC de más días; sin ella, la antigüedad no cuenta',
    },
    'ends-within': {
      type: 'string',
      value: 'DÍAS',
      says: 'avisa de lo que termina en esos días; sin ella, solo de lo que ya terminó',
    },
    ...packOption,
    json: { type: 'boolean', says: 'como JSON, cada dato por separado' },
  },
  run: runDoctor,
}

async function runDoctor(call: Call, world: ReadingWorld): Promise<Exit> {
  if (call.positionals.length > 0) throw new UsageError('doctor no lleva argumentos.')
  const maxAge = daysOf('max-age', call)
  const data = listDatedData({
    at: world.clock(),
    documents,
    catalogs: world.judging.catalogs,
    maxAge: maxAge === undefined ? undefined : { catalog: maxAge, pacs: maxAge },
    endsWithin: daysOf('ends-within', call),
  })
  if (call.has('json')) writeJson(world.stdout, { data })
  else {
    // Joins the catalogues of one date and state: most have the same.
    const groups = new Map<string, DatedData[]>()
    for (const datum of data) {
      const { subject, name, date, state } = datum
      const group = subject === 'catalog' ? `${date} ${state}` : name
      groups.set(group, [...(groups.get(group) ?? []), datum])
    }
    const rows: DatedData[] = []
    for (const [first, ...more] of groups.values())
      if (more.length === 0) rows.push(first!)
      else rows.push({ ...first!, name: count(more.length + 1, 'catálogo') })
    writeTable(rows, world)
  }
  if (data.some(({ state }) => alarming.has(state))) return exits.findings
  return exits.ok
}

const alarming: ReadonlySet<DataState> = new Set(['old', 'ending', 'ended'])

function daysOf(option: string, call: Call): number | undefined {
  const given = call.text(option)
  if (given === undefined) return undefined
  if (/^\d{1,5}$/.test(given)) return Number(given)
  throw new UsageError(`--${option} debe ser un número de días, de 0 a 99999.`)
}

const headings: Readonly<Record<DataSubject, string>> = {
  catalog: 'Catálogos',
  authority: 'Autoridades de confianza',
  pacs: 'PAC',
  closedDays: 'Días inhábiles',
  value: 'Valores del año',
  rules: 'Reglas',
}

const states: Readonly<Record<DataState, readonly [mark: string, words: string]>> = {
  current: ['✓', 'al día'],
  old: ['!', 'antiguo'],
  ending: ['!', 'por terminar'],
  ended: ['✗', 'terminó'],
  estimated: ['~', 'estimado'],
  undated: ['-', 'sin fecha'],
  unjudged: ['-', 'sin límite de antigüedad'],
}

function writeTable(data: readonly DatedData[], { stdout, ...world }: World): void {
  const paint = paintOf(stdout, world)
  let [heading, action]: [string?, string?] = []
  for (const datum of data) {
    if (headings[datum.subject] !== heading) {
      heading = headings[datum.subject]
      stdout.write(safe`${paint('bold', heading)}\n`)
    }
    const { name, date, age, until, state } = datum
    const [mark, words] = states[state]
    const dates = [
      ...(date === undefined ? [] : [`de ${date}${sinceOf(age)}`]),
      ...(until === undefined ? [] : [`hasta ${until}`]),
    ]
    const facts = [words, ...dates].join('; ')
    const colour = state === 'current' ? 'green' : alarming.has(state) ? 'red' : 'yellow'
    stdout.write(safe`${paint(colour, mark)} ${name} (${facts})\n`)
    if ((alarming.has(datum.state) || datum.state === 'estimated') && datum.remedy !== action) {
      action = datum.remedy
      stdout.write(safe`    ${action}\n`)
    }
  }
}

/** A pack may be of a day to come. */
function sinceOf(age = -1): string {
  if (age < 0) return ''
  return `, ${count(age, 'día')}`
}
