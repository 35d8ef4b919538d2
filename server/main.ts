import path from 'node:path'
import { ensureDataDir } from './db/open-store.ts'
import { readConfig } from './platform/config.ts'
import { createLog } from './platform/log.ts'
import { failStart, stopOnSignal } from './platform/process.ts'
import { ensurePortFree } from './platform/listen-check.ts'
import { startServer } from './start-server.ts'
import { startWorkerBeside } from './worker-beside.ts'

/**
 * Starts the server, and with `jobs: apart` also its worker process. For deployments: no build, no simulator, no
 * generated keys.
 */
try {
  const config = readConfig()
  ensureDataDir(config.dataDir)
  await ensurePortFree('PORT', config.port, config.host)
  const log = createLog(config.environment, config.logLevel)
  const server = await startServer(config, log)
  // Uses the path of the running entry file, because in a bundle import.meta names the source folder.
  const [, entry = ''] = process.argv
  const worker = path.join(path.dirname(entry), `worker${path.extname(entry)}`)
  const beside = config.jobs === 'apart' ? startWorkerBeside(worker, log) : null
  stopOnSignal(log, async () => {
    await Promise.all([server.stop(), beside?.stop()])
  })
  log.info({ origin: config.publicOrigin, port: config.port, environment: config.environment }, 'ready')
} catch (error) {
  failStart(error)
}
