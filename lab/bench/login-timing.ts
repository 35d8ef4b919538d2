import { constants, createPublicKey, publicEncrypt, randomInt } from 'node:crypto'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { pino } from 'pino'
import { apiPrefix } from '#shared/api-values.ts'
import { buildApp } from '#server/app.ts'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { openAccount } from '#server/modules/accounts/accounts.service.ts'
import { createPayments } from '#server/modules/payments/create-payments.ts'
import { hashPassword } from '#server/platform/argon2.ts'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database.ts'
import { ensureDevKeys } from '#simulators/demo/dev-keys.ts'
import { makeTemporaryFolder } from '../../scripts/temporary-folder.ts'

/**
 * node lab/bench/login-timing.ts [pairs]: compares how long the API takes to reject the login of a known and of an
 * unknown account, in pairs of calls in random order. Prints medians and their gap in milliseconds. Then measures the
 * latency of a signed-in user while many users sign in at once.
 */
const pairs = Number(process.argv[2] ?? 500)
const folder = await makeTemporaryFolder('timing')
const log = pino({ level: 'silent' })
await ensureDevKeys(folder)
const postgres = await startEmbeddedPostgres({ folder: path.join(folder, 'postgres') })
const connection = postgres.connection
await migrate(connection)
const database = openDatabase({ connection, maxConnections: 10, log })
const config = readConfig({ APP_ENV: 'TEST', DATA_DIR: folder, LOG_LEVEL: 'silent' })
const app = await buildApp({
  config,
  database,
  log,
  payments: createPayments(config),
  chains: null,
  nudgeJobs: () => {},
  isDraining: () => false,
})
const key = createPublicKey(config.signingKeys.web)

const sign = (): string => {
  const nonce = Array.from({ length: 8 }, () => 'abcdefghijklmnopqrstuvwxyz'[randomInt(26)]).join('')
  const padding = { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }
  return publicEncrypt(padding, Buffer.from(JSON.stringify({ nonce, timestamp: Date.now() }))).toString('base64')
}

let calls = 0
/** Measures a call in milliseconds. Each call comes from its own network, so that no rate limit applies. */
async function time(call: string, input: object, expected: string): Promise<number> {
  const payload = { ...input, signature: sign() }
  const remoteAddress = `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls++ & 255}`
  const started = performance.now()
  const response = await app.inject({ method: 'POST', url: apiPrefix('TEST') + call, payload, remoteAddress })
  const ms = performance.now() - started
  const { status } = response.json<{ status: string }>()
  if (status !== expected) throw new Error(`${call} answered ${status} instead of ${expected}`)
  return ms
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

async function compare(
  name: string,
  call: string,
  expected: string,
  inputOf: (email: string) => object,
): Promise<void> {
  const known: number[] = []
  const unknown: number[] = []
  for (let n = 0; n < pairs; n++) {
    const timeKnown = async () => known.push(await time(call, inputOf(`known.${n}@example.com`), expected))
    const timeUnknown = async () => unknown.push(await time(call, inputOf(`nobody.${n}@example.com`), expected))
    if (randomInt(2) === 0) {
      await timeKnown()
      await timeUnknown()
    } else {
      await timeUnknown()
      await timeKnown()
    }
  }
  const gap = Math.abs(median(known) - median(unknown))
  console.log(
    `${name}: known ${median(known).toFixed(2)} ms, unknown ${median(unknown).toFixed(2)} ms, gap ${gap.toFixed(2)} ms (${pairs} pairs)`,
  )
}

async function send(call: string, input: object, headers: Record<string, string> = {}) {
  const payload = { ...input, signature: sign() }
  const remoteAddress = `10.9.${(calls >> 8) & 255}.${calls++ & 255}`
  const response = await app.inject({ method: 'POST', url: apiPrefix('TEST') + call, payload, remoteAddress, headers })
  if (response.statusCode !== 200) throw new Error(`${call} answered ${response.body}`)
  return response
}

async function flood(inputOf: (email: string) => object): Promise<void> {
  const first = await send('/api/user/user_login', inputOf('known.0@example.com'))
  const authorization = String(first.headers.pragma)
  const waits: number[] = []
  let flooding = true
  const asking = (async () => {
    for (;;) {
      if (!flooding) return
      const started = performance.now()
      await send('/api/system/system_user_info', {}, { authorization })
      waits.push(performance.now() - started)
    }
  })()
  const started = performance.now()
  let next = 1
  const signInAll = async () => {
    while (next < pairs) await send('/api/user/user_login', inputOf(`known.${next++}@example.com`))
  }
  await Promise.all(Array.from({ length: 50 }, signInAll))
  const seconds = (performance.now() - started) / 1000
  flooding = false
  await asking
  const p99 = waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)] ?? Number.NaN
  console.log(
    `login flood: ${((pairs - 1) / seconds).toFixed(0)} sign-ins/s, user_info p50 ${median(waits).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms (${waits.length} calls)`,
  )
}

try {
  const passwordHash = await hashPassword('correct horse 42', 'bench')
  for (let n = 0; n < pairs; n++) {
    const value = `known.${n}@example.com`
    const identifier = { kind: 'email', value, lookupKey: value } as const
    await database.transaction((tx) => openAccount(tx, { identifier, passwordHash, inviteCode: '', language: 'en' }))
  }
  const password = 'a wrong horse'
  const kind = 'email'
  await compare('sign in, wrong password', '/api/user/user_login', 'WrongCredentials', (identifier) => ({
    kind,
    identifier,
    password,
    agreed: true,
  }))
  await flood((identifier) => ({ kind, identifier, password: 'correct horse 42', agreed: true }))
  await compare('ask for a reset code', '/api/user/user_send_code', 'OK', (identifier) => ({
    kind,
    identifier,
    purpose: 'reset',
  }))
  await compare('reset, wrong code', '/api/user/user_reset_password', 'WrongCode', (identifier) => ({
    kind,
    identifier,
    code: '000000',
    password,
  }))
  const forgetLimits = {
    text: "delete from limit_counters where rule like 'code-%'",
    name: 'forget_limits',
    values: [],
  }
  await database.run(forgetLimits)
  await compare('ask for a register code', '/api/user/user_send_code', 'OK', (identifier) => ({
    kind,
    identifier,
    purpose: 'register',
  }))
  await compare('register, wrong code', '/api/user/user_register_normal', 'WrongCode', (identifier) => ({
    kind,
    identifier,
    code: '000000',
    password,
    agreed: true,
  }))
} finally {
  await app.close()
  await database.close()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
