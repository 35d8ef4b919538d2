import { parseArgs } from 'node:util'
import { buildSimulator, readKeys } from './build-simulator.ts'

/**
 * Command line: node simulators/main.ts --port 3001 --mail-port 3002 --keys DIR --data DIR. Sends "ready" to the parent
 * process if it uses IPC.
 */
const { values } = parseArgs({
  options: {
    port: { type: 'string' },
    'mail-port': { type: 'string' },
    host: { type: 'string' },
    keys: { type: 'string' },
    data: { type: 'string' },
  },
})
const { port = '3001', 'mail-port': mailPort = '3002', host = 'localhost', keys, data } = values
if (!keys) {
  console.error('--keys names the folder with the demo keys.')
  process.exit(1)
}
try {
  const { app, outbox } = await buildSimulator({ keys: readKeys(keys), dataDir: data ?? null })
  const stop = () => void app.close().then(() => process.exit(0))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
  process.once('disconnect', stop)
  await outbox.listen(Number(mailPort), host)
  await app.listen({ port: Number(port), host })
  process.send?.('ready')
} catch (error) {
  console.error(`The gateway simulator cannot start: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}
