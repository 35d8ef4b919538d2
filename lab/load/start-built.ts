import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

type BuiltProcess = {
  readonly name: string
  readonly pid: number
  readonly metricsPort: number
  end(signal: NodeJS.Signals): Promise<void>
}

/** Starts the built `npm run serve` or `npm run worker`; resolves when it is ready. Logs to FOLDER/NAME.log. */
export async function startBuilt(
  kind: 'main' | 'worker',
  name: string,
  { folder, metricsPort, env }: { folder: string; metricsPort: number; env: Readonly<Record<string, string>> },
): Promise<BuiltProcess> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, `../../dist/server/${kind}.js`)], {
    env: {
      PATH: process.env.PATH,
      APP_ENV: 'TEST',
      LOG_LEVEL: 'warn',
      DATA_DIR: folder,
      ...env,
      ...(kind === 'main'
        ? { JOBS: 'off', METRICS_PORT: `${metricsPort}` }
        : { WORKER_METRICS_PORT: `${metricsPort}` }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const log = createWriteStream(path.join(folder, `${name}.log`), { flags: 'a' })
  child.stdout.pipe(log, { end: false })
  child.stderr.pipe(log, { end: false })
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  const gone = once(child, 'exit').then(() => void process.off('exit', end))
  const port = kind === 'main' ? Number(env.PORT) : metricsPort
  while (!(await answers(`http://127.0.0.1:${port}/readyz`))) {
    if (child.exitCode !== null)
      throw new Error(`${name} ended with code ${child.exitCode}:\n${await readFile(`${folder}/${name}.log`, 'utf8')}`)
    await sleep(50)
  }
  return {
    name,
    pid: child.pid ?? 0,
    metricsPort,
    async end(signal) {
      child.kill(signal)
      await gone
    },
  }
}

export const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    async (response) => {
      await response.arrayBuffer()
      return response.ok
    },
    () => false,
  )
