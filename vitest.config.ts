import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { alias: { '#packed': new URL('src/node/packed.ts', import.meta.url).pathname } },
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 60_000,
    setupFiles: ['test/setup.ts'],
  },
})
