import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { compileCache } from '#tests/support/compile-cache.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'

let app: TestApp
let server: string
beforeAll(async () => {
  app = await createTestApp()
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  server = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`
})
afterAll(() => app.close())

const program = path.join(import.meta.dirname, '../../../simulators/native-client/main.ts')
const suffix = randomBytes(4).toString('hex')

const run = (device: string, ...command: string[]) =>
  new Promise<{ code: number; out: string }>((resolve) => {
    const place = ['--server', server, '--data', inject('dataDir'), '--device', `${device}-${suffix}`]
    execFile(
      process.execPath,
      [program, ...command, ...place],
      { env: { ...process.env, ...compileCache } },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, out: stdout + stderr }),
    )
  })

describe('simulated native app', () => {
  it('the app runs through a new account: registration by device, trial, name, second device, web account', async () => {
    const registered = await run('phone', 'register', '--platform', 'android')
    expect(registered).toMatchObject({ code: 0, out: expect.stringMatching(/signed in as +\d{9} \(no name yet\)/) })
    expect((await run('phone', 'trial')).out).toMatch(/^15 minutes, until /)
    expect(await run('phone', 'trial', '--language', 'zh')).toMatchObject({
      code: 1,
      out: '这个账号已经用过免费试用 (TrialUsed)\n',
    })
    const account = ['--name', `sim.${suffix}`, '--password', 'correct horse 42']
    expect((await run('phone', 'name', ...account)).out).toContain(`(sim.${suffix})`)
    const stopped = await run('laptop', 'login', '--platform', 'mac', ...account)
    expect(stopped).toMatchObject({ code: 1, out: expect.stringContaining('DeviceLimitReached') })
    const id = /^ {2}(\S+) +android/m.exec(stopped.out)![1]!
    expect((await run('laptop', 'replace', '--id', id)).code).toBe(0)
    expect(await run('phone', 'info')).toMatchObject({ code: 1, out: 'Please log in first (Unauthorized)\n' })
    const list = await run('laptop', 'devices')
    expect(list.out).toMatch(/^1 of 1\n {2}\S+ {2}mac +MacBook Air .*\(this one\)/)
    const code = /token=(\S+)/.exec((await run('laptop', 'web')).out)![1]!
    expect((await app.call('/api/user/user_login_code', { code })).status).toBe('OK')
  })

  it('the app explains its commands and reports wrong usage', async () => {
    expect(await run('x', '--help')).toMatchObject({ code: 0, out: expect.stringContaining('npm run lab -- client') })
    expect(await run('x', 'fly')).toMatchObject({ code: 1, out: 'There is no command "fly". See --help.\n' })
    expect(await run('x', 'info', '--platform', 'web')).toMatchObject({
      code: 1,
      out: expect.stringContaining('must be one of ios'),
    })
    expect(await run('x', 'unbind')).toMatchObject({ code: 1, out: '--id is needed for this command.\n' })
    const nowhere = await run('x', 'info', '--server', 'http://127.0.0.1:9')
    expect(nowhere.code).toBe(1)
  })
})
