import { spawn } from 'node:child_process'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { findFreePort } from '#simulators/free-ports.ts'
import { compileCache } from '#tests/support/compile-cache.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())

it('a worker serves health and metrics on its own port and ends on SIGTERM', async () => {
  const { host, port, user, database } = db.connection
  const metricsPort = await findFreePort()
  const child = spawn(process.execPath, [path.join(import.meta.dirname, '../../../server/worker.ts')], {
    env: {
      PATH: process.env.PATH,
      ...compileCache,
      APP_ENV: 'TEST',
      DATA_DIR: inject('dataDir'),
      DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host ?? '')}&port=${port}`,
      WORKER_METRICS_PORT: String(metricsPort),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  await new Promise<void>((resolve, reject) => {
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (text.includes('worker ready')) resolve()
    })
    child.once('exit', () => reject(new Error(`the worker ended: ${text}`)))
  })
  const get = (place: string) => fetch(`http://127.0.0.1:${metricsPort}${place}`)
  expect(await (await get('/healthz')).json()).toEqual({ status: 'ok' })
  expect(await (await get('/readyz')).json()).toEqual({ status: 'ready' })
  const text = await (await get('/metrics')).text()
  expect(text).toContain('wayfare_database_up 1')
  expect(text).toContain('wayfare_lane_stuck{lane="settlement"} 0')
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})
