import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const at = (path: string): string => new URL(path, import.meta.url).pathname

export default defineConfig({
  resolve: {
    alias: { '#packed': at('src/node/packed.ts'), '#described': at('src/node/packed.ts') },
  },
  test: {
    include: ['test/**/*.test.ts'],
    // Its files are not even read where the vectors are not: what is skipped is collected all the
    // same.
    exclude: existsSync(at('../shared/')) ? [] : ['test/conformance/**'],
    // Against what never ends, and not against a slow machine.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
    // By default one core is left idle, which is half of a machine of two.
    maxWorkers: '100%',
    // Nothing global, so nothing to keep apart: files of a process share their modules (a fifth of
    // the time).
    isolate: false,
    setupFiles: ['test/setup.ts'],
    globalSetup: ['test/notices.ts'],
  },
})
