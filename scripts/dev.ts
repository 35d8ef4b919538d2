import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { dirname, join } from 'node:path'
import { ensureBuilt } from './build.ts'

/**
 * `npm run dev`: runs the server as `npm start` does, with an unminified build. Saving a file in one of the `watched`
 * folders rebuilds, restarts and reloads open pages.
 */
const root = dirname(import.meta.dirname)
const watched = ['web', 'console', 'ui', 'shared', 'text', 'content', 'public', 'server', 'simulators']
const settleMs = 80

let server: ChildProcess | undefined
let timer: NodeJS.Timeout | undefined
let working: Promise<void> = Promise.resolve()

function startServer(): void {
  server = spawn(process.execPath, [join(root, 'scripts/run.js'), 'start', '--development', ...process.argv.slice(2)], {
    stdio: 'inherit',
  })
}

async function stopServer(): Promise<void> {
  if (!server || server.exitCode !== null || server.signalCode !== null) return
  server.kill('SIGTERM')
  await once(server, 'exit')
}

/** Rebuilds while the old server still runs, so that pages are only unavailable during the restart. */
async function renew(): Promise<void> {
  try {
    await ensureBuilt('development')
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return
  }
  await stopServer()
  startServer()
}

for (const folder of watched) {
  watch(join(root, folder), { recursive: true }, (_event, file) => {
    if (!file || /\.test\.ts$|~$|\.tmp$/.test(file)) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      working = working.then(renew)
    }, settleMs)
  })
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void stopServer().then(() => process.exit()))
}
startServer()
