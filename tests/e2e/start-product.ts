import { spawn } from 'node:child_process'
import { findFreePorts } from '#simulators/free-ports.ts'
import { rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { compileCache } from '#tests/support/compile-cache.ts'
import { makeFolderInMemory } from '../../scripts/temporary-folder.ts'

export type Product = {
  readonly origin: string
  readonly simulator: string
  readonly dataDir: string
  readonly pid: number
  /** Stops the product like an operator would and waits. Deletes its data unless the folder was given. */
  stop(): Promise<void>
}

/**
 * Starts the real product on free ports with its own data folder. `still`: without demo activity, so only the test acts
 * at the gateways. `ports`: of the product, its simulator and mail. Waits for the first page, which reads the database.
 */
export async function startProduct({
  dataDir,
  env = {},
  still = true,
  ports,
}: {
  dataDir?: string
  env?: Record<string, string>
  still?: boolean
  ports?: readonly number[]
} = {}): Promise<Product> {
  const folder = dataDir ?? (await makeFolderInMemory('e2e'))
  const [port, simulatorPort, mailPort] = ports ?? (await findFreePorts(3))
  const child = spawn(
    process.execPath,
    [
      '--max-semi-space-size=4',
      path.join(import.meta.dirname, '../../scripts/run.js'),
      'start',
      ...(still ? ['--still'] : []),
    ],
    {
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        TMPDIR: os.tmpdir(),
        ...compileCache,
        PORT: String(port),
        SIMULATOR_PORT: String(simulatorPort),
        SIMULATOR_MAIL_PORT: String(mailPort),
        DATA_DIR: folder,
        LOG_LEVEL: 'warn',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let output = ''
  const gone = new Promise<void>((resolve) => void child.once('close', () => resolve()))
  const ready = new Promise<void>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      output += chunk.toString()
      // The greeting with the URL is the last output of a start.
      if (output.includes(`http://localhost:${port}`)) resolve()
      // At LOG_LEVEL=warn only problems are logged; they are shown for failed tests.
      if (/"level":(50|60)|(ERROR|FATAL)\S{0,6}:/.test(chunk.toString())) process.stderr.write(chunk)
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('close', (code) => reject(new Error(`npm start ended with code ${code}:\n${output}`)))
  })
  await ready
  await openFirstPage(`http://localhost:${port}`)
  return {
    origin: `http://localhost:${port}`,
    simulator: `http://localhost:${simulatorPort}`,
    dataDir: folder,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM')
      await gone
      if (!dataDir) await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Retries, because on a busy machine the new database may refuse first connections. */
async function openFirstPage(origin: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const answer = await fetch(`${origin}/`)
    await answer.text()
    if (answer.status !== 503) return
    await sleep(200)
  }
}
