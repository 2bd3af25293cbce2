/**
 * The READMEs as npm shows them: on its page a link into the package leads nowhere, so that while the package is packed they
 * lead to the files of its version at unpkg.com. `prepack` publishes, `postpack` restores.
 * @module
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))
const kept = join(root, 'out/readme')
const pages = ['README.md', 'README.es.md']
const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** A page whose relative links are absolute. */
export function published(text) {
  return text.replace(/(\]\()(?!\w+:|#)([^)\s]+\))/g, `$1https://unpkg.com/${name}@${version}/$2`)
}

/** The pages of the tree are kept, and those for npm written in their place. */
export function publish() {
  restore()
  mkdirSync(kept, { recursive: true })
  for (const page of pages) {
    copyFileSync(join(root, page), join(kept, page))
    writeFileSync(join(root, page), published(readFileSync(join(root, page), 'utf8')))
  }
}

/** What was kept is put back; nothing, when nothing was: also after a run that was interrupted. */
export function restore() {
  for (const page of pages) {
    const from = join(kept, page)
    if (!existsSync(from)) continue
    copyFileSync(from, join(root, page))
    rmSync(from)
  }
}

const verbs = { publish, restore }
const [, script, verb] = process.argv
if (script === fileURLToPath(import.meta.url)) verbs[verb]()
