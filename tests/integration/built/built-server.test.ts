import { execFile, spawn } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { once } from 'node:events'
import { isBuiltin } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, it, onTestFinished, vi } from 'vitest'
import { findFreePort } from '#simulators/free-ports.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { ensureBuilt, ensureServerBuilt, startBundles } from '../../../scripts/build.ts'

/** Production bundles of server, worker and commands; all other tests run the sources. */
const root = path.join(import.meta.dirname, '../../..')
const bundle = (name: string) => path.join(root, 'dist/server', name)

let db: TestDatabase
let env: Record<string, string | undefined>
beforeAll(async () => {
  await ensureBuilt()
  await ensureServerBuilt()
  db = await createTestDatabase()
  const { host, port, user, database } = db.connection
  env = {
    PATH: process.env.PATH,
    APP_ENV: 'TEST',
    SIMULATOR: 'off',
    DATA_DIR: inject('dataDir'),
    DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host ?? '')}&port=${port}`,
  }
})
afterAll(() => db.drop())

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

function isWorker(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('worker.js')
  } catch {
    return false
  }
}

/** Starts a bundle and resolves once its log contains `word`. */
async function start(name: string, word: string, settings: Record<string, string>) {
  const child = spawn(process.execPath, [bundle(name)], {
    env: { ...env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  // Stops the child also when the test fails, because an open child keeps the test run alive.
  onTestFinished(() => void child.kill('SIGTERM'))
  await new Promise<void>((resolve, reject) => {
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (text.includes(word)) resolve()
    })
    child.once('exit', () => reject(new Error(`${name} ended: ${text}`)))
  })
  return async () => {
    child.kill('SIGTERM')
    return ended
  }
}

it('the built server serves a page, a file, the console and calls, and ends on SIGTERM', async () => {
  const port = await findFreePort()
  const stop = await start('main.js', '"msg":"ready"', { PORT: String(port), HOST: '127.0.0.1' })
  const get = (place: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${place}`, init)
  const page = await (await get('/en/')).text()
  expect(page).toMatch(/^<!doctype html>/i)
  const script = /href="(\/assets\/[^"]+\.js)"/.exec(page)?.[1]
  expect((await get(script ?? '/none')).headers.get('content-type')).toContain('text/javascript')
  expect((await get('/console')).status).toBe(200)
  expect(await (await get('/readyz')).json()).toMatchObject({ status: 'ready' })
  expect(await stop()).toBe(0)
})

it('the built worker becomes ready and ends on SIGTERM', async () => {
  const stop = await start('worker.js', 'worker ready', {})
  expect(await stop()).toBe(0)
})

it('the built server runs jobs in a child process, restarts it, and takes it down however it ends', async () => {
  const port = await findFreePort()
  const child = spawn(process.execPath, [bundle('main.js')], {
    env: { ...env, JOBS: 'apart', PORT: String(port), HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const workers = () => [...text.matchAll(/"pid":(\d+)[^\n]*"worker ready"/g)].map(([, pid]) => Number(pid))
  const ready = { timeout: 300_000, interval: 50 }
  await vi.waitUntil(() => workers().length === 1, ready)
  expect(workers()[0]).not.toBe(child.pid)
  process.kill(workers()[0]!, 'SIGKILL')
  await vi.waitUntil(() => workers().length === 2, ready)
  child.kill('SIGKILL')
  await ended
  await vi.waitUntil(() => !isAlive(workers()[1]!), ready)
})

it.runIf(process.platform === 'linux')('the job process ends with its server even during startup', async () => {
  const port = await findFreePort()
  const child = spawn(process.execPath, [bundle('main.js')], {
    env: { ...env, JOBS: 'apart', PORT: String(port), HOST: '127.0.0.1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  const beside = () =>
    readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(' ').map(Number).find(isWorker) ?? 0
  await vi.waitUntil(() => beside() > 0, { timeout: 300_000, interval: 5 })
  const worker = beside()
  child.kill('SIGKILL')
  await ended
  await expect.poll(() => isAlive(worker)).toBe(false)
})

it('the built server lets its job process finish first on SIGTERM', async () => {
  const port = await findFreePort()
  const child = spawn(process.execPath, [bundle('main.js')], {
    env: { ...env, JOBS: 'apart', PORT: String(port), HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const worker = () => Number(/"pid":(\d+)[^\n]*"worker ready"/.exec(text)?.[1] ?? 0)
  await vi.waitUntil(() => worker() > 0, { timeout: 300_000, interval: 50 })
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(isAlive(worker())).toBe(false)
})

it('a built command runs whether it needs the database or not', async () => {
  const run = promisify(execFile)
  const help = await run(process.execPath, [bundle('ops.js'), 'help'], { env })
  expect(help.stdout).toContain('plans set-price')
  const verified = await run(process.execPath, [bundle('ops.js'), 'ledger', 'verify', '--operator', 'e2e'], { env })
  expect(verified.stdout).toContain('The ledger is right.')
})

it('the built export writes the public site as files', async () => {
  const out = path.join(inject('dataDir'), 'copies')
  const written = await promisify(execFile)(process.execPath, [bundle('export.js'), '--out', out], { env })
  expect(written.stdout).toMatch(/^\d+ pages and their files are in /)
  expect(readFileSync(path.join(out, 'zh-CN/pricing/index.html'), 'utf8')).toContain('<html lang="zh-CN"')
})

it('a stack trace of a bundle names source files and lines', async () => {
  const broken = "data:text/javascript,process.stdout.write=()=>{throw new Error('no paper')}"
  const error = await promisify(execFile)(process.execPath, ['--import', broken, bundle('ops.js'), 'help'], {
    env,
  }).then(
    () => null,
    (failed: { stderr: string }) => failed.stderr,
  )
  expect(error).toMatch(/^Error: no paper\n/)
  expect(error).toContain(`at runOps (${path.join(root, 'server/ops/run-ops.ts')}:`)
  expect(error).not.toContain('dist/server')
})

it('every package imported by a bundle is a production dependency', () => {
  const { dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  const named = globSync(bundle('*.js')).flatMap((file) =>
    [
      ...readFileSync(file, 'utf8').matchAll(
        /(?:\bimport(?:[\w$*{},\s]+from)?|\bimport\(|\bloadPackage\()["`]([\w@./-]+)["`]/g,
      ),
    ].map(([, name = '']) => name),
  )
  const packages = new Set(
    named
      .filter((name) => !name.startsWith('.') && !isBuiltin(name))
      .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/')),
  )
  expect(packages).toContain('@node-rs/argon2')
  expect(packages).toContain('alipay-sdk')
  expect([...packages].filter((name) => dependencies[name] === undefined)).toEqual([])
})

it('bundles contain ASCII only', () => {
  const files = globSync(bundle('*.js'))
  expect(files.length).toBeGreaterThan(3)
  const wide = (file: string) => readFileSync(file).some((byte) => byte > 127)
  expect(files.filter(wide)).toEqual([])
})

it('source maps of the start bundles point to existing files', async () => {
  const folder = startBundles()
  await promisify(execFile)(process.execPath, [path.join(root, 'scripts/build.ts'), '--start'])
  const { sources } = JSON.parse(readFileSync(path.join(folder, 'run-product.js.map'), 'utf8')) as { sources: string[] }
  const ours = sources.filter((source) => /\/(?:server|shared|simulators)\//.test(source))
  expect(ours.length).toBeGreaterThan(500)
  expect(ours.filter((source) => !existsSync(path.join(folder, source)))).toEqual([])
})
