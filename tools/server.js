/**
 * `npm run server`: starts `examples/server`, whose own packages are installed the first time.
 * @module
 */
import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../examples/server/', import.meta.url))
if (!existsSync(`${folder}node_modules/hono`))
  execFileSync('npm', ['install', '--omit=dev', '--no-package-lock', '--no-fund', '--no-audit', '--loglevel=error'], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
const server = spawn(process.execPath, ['server.js'], { cwd: folder, stdio: 'inherit' })
// A terminal sends its signals to both; what is sent to this process alone is passed on.
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => server.kill(signal))
server.on('exit', (code) => process.exit(code ?? 1))
