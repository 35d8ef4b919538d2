import { spawn } from 'node:child_process'
import { findFreePort, findFreePorts } from '#simulators/free-ports.ts'
import { rm, writeFile } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compileCache } from '#tests/support/compile-cache.ts'
import { makeTemporaryFolder } from '../../../scripts/temporary-folder.ts'

const root = path.join(import.meta.dirname, '../../..')
let folder: string
beforeAll(async () => {
  folder = await makeTemporaryFolder('start')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

type Ended = { code: number | null; output: string }

/**
 * Runs an entry point, with its arguments after spaces, in its own environment. `until` decides from the output when to
 * send SIGTERM.
 */
function run(
  entry: string,
  env: Record<string, string>,
  until?: RegExp,
  meanwhile?: () => Promise<void>,
): Promise<Ended> {
  return new Promise((resolve) => {
    const [file = '', ...rest] = entry.split(' ')
    const child = spawn(process.execPath, [path.join(root, file), ...rest], {
      env: { PATH: process.env.PATH, ...compileCache, LOG_LEVEL: 'info', APP_ENV: 'DEV', ...env },
      cwd: root,
    })
    let output = ''
    let told = false
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      if (until?.test(output) && !told) {
        told = true
        void (meanwhile?.() ?? Promise.resolve()).finally(() => child.kill('SIGTERM'))
      }
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.on('close', (code) => resolve({ code, output }))
  })
}

async function settings(name: string): Promise<Record<string, string>> {
  const [port, simulator, mail] = await findFreePorts(3)
  return {
    PORT: String(port),
    SIMULATOR_PORT: String(simulator),
    SIMULATOR_MAIL_PORT: String(mail),
    DATA_DIR: path.join(folder, name),
  }
}

describe('failing start', () => {
  it('a start on a used port names the port', async () => {
    const env = await settings('port')
    const holder = net.createServer()
    await new Promise<void>((resolve) => holder.listen(Number(env.PORT), 'localhost', resolve))
    const ended = await run('scripts/run.js start', env)
    await new Promise((resolve) => holder.close(resolve))
    expect(ended).toEqual({
      code: 1,
      output: `Wayfare does not start: Port ${env.PORT} is in use. Stop what listens there, or set PORT to another port.\n`,
    })
  })

  it('a start with an unwritable data folder names the folder', async () => {
    const file = path.join(folder, 'a-file')
    await writeFile(file, '')
    const ended = await run('scripts/run.js start', { ...(await settings('x')), DATA_DIR: path.join(file, 'data') })
    expect(ended).toEqual({
      code: 1,
      output: `Wayfare does not start: DATA_DIR ${file}/data cannot be written: ENOTDIR.\n`,
    })
  })

  it('a start without a reachable database says so', async () => {
    const nobody = await findFreePort()
    const ended = await run('scripts/run.js start', {
      ...(await settings('db')),
      DATABASE_URL: `postgres://user@localhost:${nobody}/x`,
    })
    expect(ended.code).toBe(1)
    expect(ended.output).toMatch(/^Wayfare does not start: The database cannot be reached: .*ECONNREFUSED.*\n$/)
  })
})

describe('successful start', () => {
  it('a start prints its URL, drains on SIGTERM, and keeps its data for the next start', async () => {
    const env = await settings('kept')
    const origin = `http://localhost:${env.PORT}`
    const metricsPort = await findFreePort()
    let status = 0
    let metrics = ''
    const shown = { ...env, METRICS_PORT: String(metricsPort) }
    const first = await run('scripts/run.js start', shown, /delete it to begin anew/, async () => {
      status = (await fetch(`${origin}/readyz`)).status
      metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    })
    expect(first.code).toBe(0)
    expect(status).toBe(200)
    expect(metrics).toContain('wayfare_database_up 1')
    expect(metrics).toContain('wayfare_http_requests_total{method="GET",route="/readyz",status="2xx"} 1')
    expect(first.output).toContain(origin)
    expect(first.output).toContain('schema migrated')
    expect(first.output).toContain('draining')
    const second = await run('scripts/run.js start', env, /delete it to begin anew/)
    expect(second.code).toBe(0)
    expect(second.output).not.toContain('schema migrated')
  })
})
