import { pino } from 'pino'
import Type from 'typebox'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { apiPrefix, platforms } from '#shared/api-values.ts'
import type { Call } from '#shared/contract/call.ts'
import { contract } from '#shared/contract/customer.ts'
import { marketingCalls } from '#shared/contract/marketing.ts'
import { errors } from '#shared/errors.ts'
import { startSession } from '#server/modules/sessions/sessions.service.ts'
import {
  createSeededRandom,
  makeValid,
  makeWrong,
  type SeededRandom,
  type Known,
} from '../../support/contract-inputs.ts'
import { drawSeed } from '../../support/seed.ts'
import { makeOwned, openAccessFixture, password, type AccessFixture, type Person } from './access.setup.ts'

/** `npm run lab -- fuzz` sends a hundred thousand requests; the normal test run sends fewer. */
const requests = Number(process.env.FUZZ_REQUESTS ?? 1_500)
const seed = drawSeed()
const lanes = 8

let fixture: AccessFixture
let known: Known
const people: Person[] = []
const failures: string[] = []
beforeAll(async () => {
  const log = pino({ level: 'error' }, { write: (line: string) => void failures.push(line) })
  fixture = await openAccessFixture({ log, env: { SMS_DAILY_BUDGET: 'total:9999999,*:9999999' } })
})
afterAll(() => fixture.close())

async function settle(): Promise<void> {
  await fixture.app.db.asOwner('delete from limit_counters')
  people.splice(0, people.length, await fixture.signIn(), await fixture.affiliate(), await fixture.signIn('register'))
  const { orderId, groupId, sessionId, deviceId, passkeyId } = await makeOwned(fixture.app, people[0]!)
  known = {
    goodsId: ['plan-12', 'plan-12', 'plan-12', 'plan-1', 'plan-24'],
    currency: ['CNY', 'CNY', 'USD'],
    method: ['alipay', 'alipay', 'alipay', 'card', 'crypto'],
    expectedTotalMinor: [26_800, 26_800, 21_800, 18_800, 43_600, 56_400],
    password: [password],
    newPassword: [password],
    size: [2, 3],
    agreed: [true],
    identifier: ['fuzz@example.com', '+14155552671', '+8613900139000', 'fuzz.name'],
    chain: ['tron', 'ethereum'],
    address: ['TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', '0x52908400098527886E0F7030069857D2E4169EE7'],
    slug: ['spring', 'a', '---', 'SPRING'],
    orderId: [orderId],
    group: [groupId],
    sessionId: [sessionId],
    id: [deviceId, passkeyId],
  }
}

/** Token of an open session; created directly, because random calls end sessions. */
async function tokenFrom(random: SeededRandom): Promise<string | undefined> {
  const person = random.oneOf([people[0], people[0], people[0], people[1], people[1], people[2], undefined])
  if (person === undefined) return random.oneOf([undefined, 'wf_x', '\u00ff'.repeat(300)])
  if (person === people[2]) return person.token
  const { userId } = person
  return startSession(fixture.app.db.database, {
    userId,
    platform: 'web',
    deviceId: 'web',
    kind: 'full',
    origin: { from: 'proof' },
  })
}

type WireRequest = {
  readonly path: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly payload: string
}
const calls = [
  ...Object.entries<Call>(contract).map(([path, call]) => ({ path, call, url: apiPrefix('TEST') + path })),
  ...Object.entries<Call>(marketingCalls).map(([path, call]) => ({ path, call, url: path })),
].map((entry) => ({ ...entry, isOutput: Compile(entry.call.output) }))
const isEnvelope = Compile(
  Type.Object({
    code: Type.Integer(),
    status: Type.String(),
    msg: Type.String({ minLength: 1 }),
    data: Type.Object({}),
  }),
)

function makeWireRequest(
  random: SeededRandom,
  token: string | undefined,
): { wireRequest: WireRequest; entry: (typeof calls)[number] } {
  const entry = random.oneOf(calls)
  const { path, call, url } = entry
  const input = random.chance(50)
    ? makeValid(call.input, random, known, random.chance(50))
    : makeWrong(call.input, random, known)
  const signs = call.signed && random.chance(90) && typeof input === 'object' && input !== null
  const payload = JSON.stringify(signs ? { ...input, signature: fixture.app.sign() } : input)
  const headers = {
    'content-type': random.chance(95)
      ? 'application/json'
      : random.oneOf(['text/plain', 'text/html', 'application/xml', 'x', '']),
    language: random.oneOf(['en', 'zh_CN', 'xx', '\u00e9'.repeat(100)]),
    platform: random.chance(85) ? 'web' : random.oneOf([...platforms, 'toaster', '']),
    deviceid: random.oneOf(['web', 'web', '', '!!!!', 'QUJDREVGR0hJSktMTU5PUA==', 'x'.repeat(3_000)]),
    devicename: random.oneOf(['', '%E0%A4%A', '%00', 'a%0d%0ab', 'x'.repeat(3_000)]),
    origin: random.oneOf(['', 'null', 'https://elsewhere.example']),
    ...(token !== undefined && { authorization: token }),
  }
  const cut = random.chance(3) ? payload.slice(0, random.below(payload.length + 1)) : payload
  return { entry, wireRequest: { path, url, headers, payload: cut ?? '' } }
}

const answered = new Map<string, number>()
const taken = new Set<string>()

async function post(random: SeededRandom): Promise<string | null> {
  const { wireRequest, entry } = makeWireRequest(random, await tokenFrom(random))
  const { url, headers, payload } = wireRequest
  const remoteAddress = `10.${random.below(250)}.${random.below(250)}.${random.below(250)}`
  const response = await fixture.app.app.inject({ method: 'POST', url, headers, payload, remoteAddress })
  const status = /"status":"(\w+)"/.exec(response.body)?.[1] ?? 'none'
  answered.set(status, (answered.get(status) ?? 0) + 1)
  if (response.statusCode === 200) taken.add(wireRequest.path)
  const problem = judge(response.statusCode, response.body, headers['content-type'] ?? '', entry)
  return (
    problem &&
    `${problem}\n  ${url} ${payload.slice(0, 600)}\n  ${JSON.stringify(headers).slice(0, 300)}\n  ${response.body.slice(0, 300)}`
  )
}

function judge(http: number, body: string, contentType: string, { isOutput }: (typeof calls)[number]): string | null {
  let answer: { code: number; status: string; data: unknown }
  try {
    answer = JSON.parse(body) as typeof answer
  } catch {
    return `${http} is no JSON`
  }
  if (!isEnvelope.Check(answer) && http !== 200) return `${http} is no envelope`
  if (http >= 500) return `${http} is a failure of the server`
  if (answer.code !== http) return `${http} says that it is ${answer.code}`
  if (contentType !== 'application/json' && http !== 415) return `${http} for the content type "${contentType}"`
  if (http === 200) return isOutput.Check(answer.data) ? null : 'the output is not that of the contract'
  const code = Object.hasOwn(errors, answer.status) ? errors[answer.status as keyof typeof errors].code : null
  return code === http ? null : `${answer.status} is not an error of the catalogue under ${http}`
}

it(
  'random requests from the contract cause no server error and no undeclared response',
  { timeout: 6 * 3_600_000 },
  async () => {
    const problems: string[] = []
    const random = createSeededRandom(seed)
    for (let sent = 0; sent < requests && problems.length < 20; sent += 250) {
      await settle()
      let left = Math.min(250, requests - sent)
      const lane = async () => {
        while (left-- > 0) {
          const problem = await post(random)
          if (problem) problems.push(problem)
        }
      }
      await Promise.all(Array.from({ length: lanes }, lane))
    }
    if (process.env.FUZZ_REQUESTS) process.stdout.write(`${summary()}\n`)
    expect(problems).toEqual([])
    expect(failures).toEqual([])
    // At least a third of the calls succeed at least once.
    expect(taken.size).toBeGreaterThan(calls.length / 3)
  },
)

/** Strings with the length and characters of an id that are no ids. */
const nearIds = ['-'.repeat(36), '00000000-0000-7000-8000-00000000000-']
const namesThing = /id$|before|after|group|link|campaign|order|entry|conversation/i

it('a malformed id is refused by each call in each id field, and never by the database', async () => {
  await settle()
  const random = createSeededRandom(seed)
  const problems: string[] = []
  let sent = 0
  for (const entry of calls) {
    const input = makeValid(entry.call.input, random, known, false)
    if (typeof input !== 'object' || input === null) continue
    const fields = Object.entries(
      (entry.call.input as { properties?: Record<string, { type?: string }> }).properties ?? {},
    )
    for (const [field, { type }] of fields)
      for (const near of type === 'string' && namesThing.test(field) ? nearIds : []) {
        const { userId } = people[1]!
        const { db, app } = fixture.app
        const token = await startSession(db.database, {
          userId,
          platform: 'web',
          deviceId: 'web',
          kind: 'full',
          origin: { from: 'proof' },
        })
        const payload = { ...input, [field]: near, ...(entry.call.signed && { signature: fixture.app.sign() }) }
        const headers = {
          'content-type': 'application/json',
          language: 'en',
          platform: 'web',
          deviceid: 'web',
          authorization: token,
        }
        const remoteAddress = `10.${random.below(250)}.${random.below(250)}.${random.below(250)}`
        const response = await app.inject({ method: 'POST', url: entry.url, headers, payload, remoteAddress })
        sent++
        if (response.statusCode >= 500) problems.push(`${entry.path} ${field}=${near}: ${response.statusCode}`)
      }
  }
  expect(sent).toBeGreaterThan(50)
  expect(problems).toEqual([])
  expect(failures).toEqual([])
})

function summary(): string {
  const counts = [...answered].toSorted(([, a], [, b]) => b - a).map(([status, count]) => `${status} ${count}`)
  return `${requests} requests, seed ${seed}; ${taken.size} of ${calls.length} calls answered OK. ${counts.join(', ')}`
}
