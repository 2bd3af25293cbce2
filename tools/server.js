/**
 * `npm run server`: starts `examples/server`. The first run installs its packages, as locked.
 * @module
 */
import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../examples/server/', import.meta.url))
if (!existsSync(`${folder}node_modules/hono`))
  execFileSync('npm', ['ci', '--omit=dev', '--no-fund', '--no-audit', '--loglevel=error'], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
const server = spawn(process.execPath, ['server.js'], { cwd: folder, stdio: 'inherit' })
// A terminal sends signals to both processes; those sent to this one alone are forwarded.
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => server.kill(signal))
server.on('exit', (code) => process.exit(code ?? 1))
