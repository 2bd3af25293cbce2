/**
 * Every dependency is pinned: actions by commit, packages by complete locks, the base of the image
 * by digest. The release refuses a package without an owner, publishes with provenance, and lists
 * its materials.
 * @module
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
// @ts-expect-error a tool, in JavaScript
import { bills, makeSbom } from '../tools/sbom.js'
// @ts-expect-error a tool, in JavaScript
import { objections, withAbsoluteLinks } from '../tools/stage.js'
import { filesIn, root } from './tree.js'

const textOf = (file: string): string => readFileSync(join(root, file), 'utf8')

describe.each(readdirSync(join(root, '.github/workflows')))('the workflow %s', (name) => {
  const lines = textOf(`.github/workflows/${name}`).split('\n')

  it('uses actions by their commit, and says of which version it is', () => {
    const uses = lines.filter((line) => /\buses:/.test(line))
    expect(uses.length).toBeGreaterThan(0)
    expect(
      uses.filter((line) => !/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line)),
    ).toEqual([])
  })

  it('may do nothing that it does not ask for, and keeps no credentials of the checkout', () => {
    expect(lines.filter((line) => /^permissions:/.test(line)).length).toBe(1)
    expect(lines.filter((line) => /write-all|pull_request_target/.test(line))).toEqual([])
    const count = (pattern: RegExp) => lines.filter((line) => pattern.test(line)).length
    expect(count(/persist-credentials: false/)).toBe(count(/uses: actions\/checkout@/))
  })
})

it('the job that may ask for an identity installs nothing, and publishes with provenance', () => {
  const jobs = textOf('.github/workflows/release.yml').split(/^ {2}(?=\w+:$)/m)
  const identified = jobs.filter((job) => job.includes('id-token: write'))
  expect(identified.map((job) => job.slice(0, job.indexOf(':')))).toEqual(['publish'])
  expect(identified[0]).toMatch(/environment: npm\n/)
  expect(identified[0]).toMatch(/npm publish .* --provenance/)
  expect(identified[0]).not.toMatch(/npm (ci|install|run|test)|actions\/checkout/)
  expect(JSON.parse(textOf('package.json')).publishConfig).toEqual({
    access: 'public',
    provenance: true,
  })
})

interface Entry {
  readonly version?: string
  readonly resolved?: string
  readonly integrity?: string
  readonly link?: boolean
  readonly dev?: boolean
  readonly optionalDependencies?: Readonly<Record<string, string>>
}
type Lock = {
  readonly packages: Readonly<Record<string, Entry & Readonly<Record<string, unknown>>>>
}

/** Folders of packages of ours that have packages of others. */
const installed = filesIn('', 'package.json')
  .filter((file) => /\/package\.json$|^package\.json$/.test(file))
  .filter((file) => /"(dev)?[dD]ependencies"/.test(textOf(file)))
  .map((file) => file.replace(/package\.json$/, ''))

it('there are locks of all that is run', () => {
  const folders = [
    '',
    'bench/peers/',
    'examples/recipes/endpoint/',
    'examples/server/',
    'examples/worker/',
    'site/',
  ]
  expect([...installed].sort()).toEqual(folders)
})

/** Without an address, a package is looked for in the registry that npm is configured with. */
const registry = 'https://registry.npmjs.org/'

describe.each(installed)('the lock of %s', (folder) => {
  const { packages } = JSON.parse(textOf(`${folder}package-lock.json`)) as Lock
  const foreign = Object.entries(packages).filter(
    ([path, { link }]) => path.includes('node_modules/') && !link,
  )

  it('is that of its package.json', () => {
    const manifest = JSON.parse(textOf(`${folder}package.json`))
    for (const kind of ['dependencies', 'devDependencies'])
      expect(packages['']?.[kind] ?? {}, kind).toEqual(manifest[kind] ?? {})
  })

  it('has each package from the registry, by its hash', () => {
    const wild = foreign.filter(
      ([, { resolved, integrity }]) =>
        !(resolved ?? registry).startsWith(registry) ||
        !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''),
    )
    expect(wild.map(([path]) => path)).toEqual([])
  })

  it('has what other platforms need', () => {
    const names = new Set(
      Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, '')),
    )
    const missing = foreign.flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).flatMap((name) =>
        names.has(name) ? [] : [`${path}: ${name}`],
      ),
    )
    expect(missing).toEqual([])
  })

  it('reaches nothing outside of the tree', () => {
    const links = Object.keys(packages).filter(
      (path) => !path.startsWith('node_modules/') && path !== '',
    )
    const up = folder
      .split('/')
      .slice(1)
      .map(() => '..')
      .join('/')
    expect(links).toEqual(up === '' || folder === 'bench/peers/' ? [] : [up])
  })
})

it('nothing is installed without its lock, but for what is tried in its latest version', () => {
  const latest = ['examples/server/image.ts', 'tools/matrix/project.js', 'test/supplyChain.test.ts']
  const written = ['.js', '.ts', '.md', '.json', 'Dockerfile', 'run'].flatMap((ends) =>
    ['tools', 'examples', 'site', 'test', 'docs', '.ci', '.github'].flatMap((folder) =>
      filesIn(folder, ends),
    ),
  )
  const unlocked = [...written, 'package.json'].filter((file) =>
    /--no-package-lock|'--no-save'/.test(textOf(file)),
  )
  expect(unlocked.filter((file) => !latest.includes(file))).toEqual([])
  expect(textOf('.ci/run').match(/npm install (?!--prefix "\$node24" node@24)/g)).toBeNull()
})

it('images begin with a base by its digest', () => {
  for (const file of filesIn('examples', 'Dockerfile')) {
    const bases = [...textOf(file).matchAll(/^FROM (\S+)(?: AS (\w+))?/gm)]
    const stages = bases.map(([, , stage]) => stage)
    const loose = bases.filter(
      ([, name]) => !stages.includes(name) && !/@sha256:[0-9a-f]{64}$/.test(name!),
    )
    expect(loose.map(([line]) => line)).toEqual([])
  }
})

describe('a release', () => {
  const manifest = JSON.parse(textOf('package.json'))
  const owned = {
    ...manifest,
    author: 'Ana',
    homepage: 'https://example.com',
    bugs: { url: 'https://example.com/bugs' },
    repository: { type: 'git', url: 'git+https://github.com/ana/cfdi-stamp.git' },
  }

  it.each(['author', 'homepage', 'bugs', 'repository'])('is refused without its %s', (name) => {
    expect(objections({ ...owned, [name]: '' })).toEqual([
      expect.stringContaining(`fill in ${name} first`),
    ])
    expect(objections({ ...owned, [name]: { url: '' } })).toHaveLength(1)
    expect(objections({ ...owned, [name]: undefined })).toHaveLength(1)
  })

  it('is refused under the tag of another version', () => {
    expect(objections(owned)).toEqual([])
    expect(objections(owned, `v${manifest.version}`)).toEqual([])
    expect(objections(owned, 'v9.9.9')).toEqual([
      `The tag v9.9.9 is not v${manifest.version}, the version in package.json.`,
    ])
  })

  it.each([
    'git+https://github.com/ana/cfdi-stamp.git',
    'https://github.com/ana/cfdi-stamp',
    'git@github.com:ana/cfdi-stamp.git',
    'github:ana/cfdi-stamp',
  ])('has links to its files at %s', (url) => {
    const linked = withAbsoluteLinks(
      '[a](docs/en/cli.md#x) ![b](bench/chart.svg) [c](https://sat.gob.mx) [d](#e)',
      {
        name: 'cfdi-stamp',
        version: '1.2.3',
        repository: { url },
      },
    )
    expect(linked).toBe(
      '[a](https://github.com/ana/cfdi-stamp/blob/v1.2.3/docs/en/cli.md#x) ' +
        '![b](https://raw.githubusercontent.com/ana/cfdi-stamp/v1.2.3/bench/chart.svg) [c](https://sat.gob.mx) [d](#e)',
    )
  })
})

interface Component {
  readonly name: string
  readonly version: string
  readonly purl: string
  readonly 'bom-ref': string
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[]
}

describe.each(Object.keys(bills))('the bill of materials of %s', (name) => {
  const { folder, development } = bills[name] as {
    readonly folder: string
    readonly development: boolean
  }
  const bill = makeSbom(name) as {
    readonly bomFormat: string
    readonly specVersion: string
    readonly serialNumber: string
    readonly metadata: { readonly component: Component }
    readonly components: readonly Component[]
    readonly dependencies: readonly {
      readonly ref: string
      readonly dependsOn: readonly string[]
    }[]
  }
  const { packages } = JSON.parse(textOf(join(folder, 'package-lock.json'))) as Lock
  const { version } = JSON.parse(textOf('package.json'))

  it('is CycloneDX, of this version', () => {
    expect(bill).toMatchObject({
      bomFormat: 'CycloneDX',
      specVersion: expect.stringMatching(/^1\.[5-9]$/),
    })
    expect(bill.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    expect(bill.metadata.component).toMatchObject({
      name,
      version,
      purl: `pkg:npm/${name}@${version}`,
    })
  })

  it('has each package of the lock for this platform, by its hash', () => {
    const hashes = new Map<string, string>()
    for (const [path, { version, integrity, link, dev }] of Object.entries(packages)) {
      if (!path.includes('node_modules/') || link || (dev && !development)) continue
      const hash = Buffer.from(integrity!.slice('sha512-'.length), 'base64').toString('hex')
      hashes.set(`${path.replace(/^.*node_modules\//, '')}@${version}`, hash)
    }
    const own = bill.components.filter(({ purl }) => purl === `pkg:npm/cfdi-stamp@${version}`)
    expect(own.map((one) => one.name)).toEqual(name === 'cfdi-stamp' ? [] : ['cfdi-stamp'])
    const listed = bill.components.filter((one) => !own.includes(one))
    expect(listed.length).toBeGreaterThan(40)
    for (const one of listed) {
      const id = `${one.name}@${one.version}`
      expect(one.hashes, id).toEqual([{ alg: 'SHA-512', content: hashes.get(id) }])
      expect(decodeURIComponent(one.purl)).toBe(`pkg:npm/${id}`)
    }
    const left = [...hashes.keys()].filter(
      (id) => !listed.some((one) => `${one.name}@${one.version}` === id),
    )
    expect(left.filter((id) => !isOptional(id))).toEqual([])
  })

  /**
   * A package that another may do without, as those of other platforms: npm leaves them out where
   * they cannot be installed.
   */
  function isOptional(id: string): boolean {
    const path = Object.keys(packages).find(
      (one) => id === `${one.replace(/^.*node_modules\//, '')}@${packages[one]!.version}`,
    )
    return (
      packages[path!]?.['optional'] === true ||
      packages[path!]?.['peer'] === true ||
      packages[path!]?.['devOptional'] === true
    )
  }

  it('says of each what it depends on', () => {
    const known = new Set(
      [bill.metadata.component, ...bill.components].map((one) => one['bom-ref']),
    )
    expect(new Set(bill.dependencies.map(({ ref }) => ref))).toEqual(known)
    expect(
      bill.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !known.has(ref)),
    ).toEqual([])
  })
})
