import { spawn } from 'node:child_process'
import path from 'node:path'
import { ensureDataDir } from '#server/db/open-store.ts'
import { demoAccounts } from '#server/db/seed/demo-catalog.ts'
import { keysDir, readConfig, readPlaces } from '#server/platform/config.ts'
import { ensureDevKeys } from '#server/platform/dev-keys.ts'
import { ensurePortFree } from '#server/platform/listen-check.ts'
import { createLog } from '#server/platform/log.ts'
import { failStart, stopOnSignal } from '#server/platform/process.ts'
import { startServer } from '#server/start-server.ts'
import { ensureBuilt } from './build.ts'

/** `npm start`: everything that a stranger needs. Builds what is not fresh; outside PROD makes demo keys and a gateway simulator. */
try {
  const places = readPlaces()
  ensureDataDir(places.dataDir)
  await ensurePortFree('PORT', places.port, places.host)
  if (places.simulator) {
    await ensurePortFree('SIMULATOR_PORT', places.simulatorPort, 'localhost')
    await ensurePortFree('SIMULATOR_MAIL_PORT', places.simulatorMailPort, 'localhost')
  }
  await Promise.all([ensureBuilt(), places.environment === 'PROD' ? undefined : ensureDevKeys(places.dataDir)])
  const config = readConfig()
  const log = createLog(config.environment, config.logLevel)
  const simulator = config.simulator ? startSimulator() : undefined
  const server = await startServer(config, log)
  await simulator?.ready
  // Before anything is printed: whoever reads that we are ready may stop us.
  stopOnSignal(log, async () => {
    await server.stop()
    simulator?.child.kill('SIGTERM')
  })
  log.info({ port: config.port, environment: config.environment, database: server.store.kind }, 'ready')
  if (config.environment !== 'PROD') greet()

  function startSimulator() {
    const args = [
      '--port',
      String(config.simulatorPort),
      '--mail-port',
      String(config.simulatorMailPort),
      '--keys',
      keysDir(config.dataDir),
      '--data',
      path.join(config.dataDir, 'simulator'),
    ]
    const child = spawn(process.execPath, [path.join(import.meta.dirname, '../simulators/main.ts'), ...args], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    const ready = new Promise<void>((resolve, reject) => {
      child.once('message', () => resolve())
      child.once('exit', (code) => reject(new Error(`the gateway simulator ended with code ${code}`)))
    })
    process.once('exit', () => child.kill('SIGTERM'))
    return { child, ready }
  }

  function greet() {
    const accounts = demoAccounts.map(({ accountName, password }) => `${accountName} / ${password}`).join(' · ')
    console.log(`
  Wayfare      ${config.publicOrigin}
  Simulator    http://localhost:${config.simulatorPort}  (every payment goes there; no money moves)
  Outbox       http://localhost:${config.simulatorPort}/outbox  (every mail and SMS stops there)
  Sign in as   ${accounts}
  Data         ${config.dataDir}  (delete it to begin anew)
`)
  }
} catch (error) {
  failStart(error)
}
