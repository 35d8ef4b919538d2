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
  /** Ends it as an operator would, and waits until it is gone; removes its data unless the folder was given. */
  stop(): Promise<void>
}

/**
 * The real product as a stranger starts it, on free ports and a data folder of its own. `still`: the people of the demo do nothing in it, so
 * that what a test does at the gateways is the only thing that happens there. `ports`: its own, its simulator's and that of mail. `isVisited`: once
 * its first page has been answered, for which it reads its database.
 */
export async function startProduct({
  dataDir,
  env = {},
  still = true,
  ports,
  isVisited = true,
}: {
  dataDir?: string
  env?: Record<string, string>
  still?: boolean
  ports?: readonly number[]
  isVisited?: boolean
} = {}): Promise<Product> {
  const folder = dataDir ?? (await makeFolderInMemory('e2e'))
  const [port, simulatorPort, mailPort] = ports ?? (await findFreePorts(3))
  const child = spawn(
    process.execPath,
    [
      '--max-semi-space-size=4',
      path.join(import.meta.dirname, '../../scripts/start.ts'),
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
      // The greeting is the last thing that a start says; it names the address.
      if (output.includes(`http://localhost:${port}`)) resolve()
      // At LOG_LEVEL=warn only trouble is logged: anyone who reads a failed test wants to see it.
      if (/"level":(50|60)|(ERROR|FATAL)\S{0,6}:/.test(chunk.toString())) process.stderr.write(chunk)
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('close', (code) => reject(new Error(`npm start ended with code ${code}:\n${output}`)))
  })
  await ready
  if (isVisited) await openFirstPage(`http://localhost:${port}`)
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

/** On a busy machine the first one may be refused: connections to a database that has just begun come late. */
async function openFirstPage(origin: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const answer = await fetch(`${origin}/`)
    await answer.text()
    if (answer.status !== 503) return
    await sleep(200)
  }
}
