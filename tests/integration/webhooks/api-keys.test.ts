import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { operatorActions } from '#shared/contract/operator.ts'
import { apiCallsPerMinute, apiScopes, contactScope, type ApiScope } from '#shared/contract/operator/api-keys.ts'
import { buildOperatorOpenApi, operatorApi, operatorApiPrefix } from '#shared/contract/operator-api.ts'
import { endedKeyDays, forgetApiKeys } from '#server/modules/api-keys/api-keys.queries.ts'
import { createTestApp, registerThroughApi, type TestApp } from '#tests/support/app.ts'
import { perform, performed } from '#tests/support/operator-acts.ts'
import { openCompany } from '../affiliates/affiliates.setup.ts'

let app: TestApp
let count = 0
beforeAll(async () => {
  app = await createTestApp({ maxConnections: 8 })
})
afterAll(() => app.close())
beforeEach(() => app.db.asOwner('delete from api_keys'))

const make = async (scopes: readonly ApiScope[], more: { expires?: string; keyName?: string } = {}) => {
  const keyName = more.keyName ?? `key-${String.fromCodePoint(97 + (count % 26))}${count++}`
  return (await performed(app.db.database, 'api.make-key', { ...more, keyName, scopes: [...scopes] })).apiKey
}
type Answer = { status: number; headers: Readonly<Record<string, unknown>>; body: unknown; code: string | undefined }
async function get(path: string, key?: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const response = await app.app.inject({
    url: `${operatorApiPrefix}${path}`,
    headers: { ...(key !== undefined && { authorization: `Bearer ${key}` }), ...headers },
  })
  const body = response.body === '' ? null : (response.json() as unknown)
  return {
    status: response.statusCode,
    headers: response.headers,
    body,
    code: (body as { error?: { code: string } } | null)?.error?.code,
  }
}
const routes = Object.entries(operatorApi).map(([path, route]) => ({ path, ...route }))

describe("routes and scopes of the API for the operator's systems", () => {
  it.each(routes)(
    'the route $path answers a key with $scope, and refuses one with all others',
    async ({ path, scope }) => {
      const allowed = await get(path, await make([scope]))
      expect([allowed.status, allowed.body]).toEqual([200, expect.any(Object)])
      const others = apiScopes.filter((each) => each !== scope)
      expect(await get(path, await make(others))).toMatchObject({ status: 403, code: 'scope_missing' })
    },
  )

  it.each(routes)(
    'the route $path refuses calls without a valid key before it reads anything',
    async ({ path, scope }) => {
      const key = await make([scope])
      expect(await get(path)).toMatchObject({
        status: 401,
        code: 'key_missing',
        headers: { 'www-authenticate': 'Bearer' },
      })
      for (const wrong of [
        `${key}x`,
        key.slice(0, -1),
        key.toUpperCase(),
        'wf_',
        `wf_${'a'.repeat(43)}`,
        "' or true --",
      ])
        expect(await get(`${path}?after=x`, wrong)).toMatchObject({ status: 401, code: 'key_invalid' })
      for (const authorization of [key, `Basic ${key}`, `Bearer  ${key}`, `Bearer ${key} x`])
        expect(await get(path, undefined, { authorization })).toMatchObject({ status: 401 })
      expect(await get(`${path}?key=${key}&authorization=${key}`)).toMatchObject({ status: 401, code: 'key_missing' })
    },
  )

  it('every route runs a read action of the console, and every scope opens something', () => {
    expect(routes.filter(({ action }) => operatorActions[action].kind !== 'read')).toEqual([])
    const used = new Set<string>([...routes.map(({ scope }) => scope), contactScope])
    expect([...used].toSorted()).toEqual([...apiScopes].toSorted())
  })

  it('the API answers no other method and no other path', async () => {
    const key = await make(apiScopes)
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const)
      for (const { path } of routes) {
        const headers = { authorization: `Bearer ${key}` }
        const { statusCode } = await app.app.inject({ method, url: `${operatorApiPrefix}${path}`, headers })
        expect(statusCode).toBe(404)
      }
    expect(await get('/operators', key)).toMatchObject({ status: 404, code: 'not_found' })
    expect(await get('/operators')).toMatchObject({ status: 401 })
  })

  it('the API answers no other origin, and its answers are not cached and not indexed', async () => {
    const key = await make(['plans:read'])
    const { headers } = await get('/plans', key, { origin: 'https://evil.example' })
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    const preflight = await app.app.inject({
      method: 'OPTIONS',
      url: `${operatorApiPrefix}/plans`,
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'GET' },
    })
    expect(Object.keys(preflight.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  it('the API document lists each route with its scope and its parameters', () => {
    const document = buildOperatorOpenApi() as {
      paths: Record<string, { get: { security: unknown; parameters: { name: string }[] } }>
    }
    expect(Object.keys(document.paths)).toEqual(routes.map(({ path }) => path))
    for (const { path, scope, action } of routes) {
      const { security, parameters } = document.paths[path]!.get
      expect(security).toEqual([{ key: [scope] }])
      // A search in what people wrote would answer a key that may not read it.
      const fields = Object.keys(operatorActions[action].input.properties).filter((name) => name !== 'contains')
      expect(parameters.map(({ name }) => name)).toEqual(fields)
    }
  })
})

describe('answers of the API', () => {
  it('answers contain what the console shows, and names, email addresses and texts of people only with their scope', async () => {
    const company = openCompany(app.db)
    const { uid } = await registerThroughApi(app, 'api.person')
    const [{ id: userId } = { id: '' }] = await app.db.asOwner<{ id: string }>('select id from users where uid = $1', [
      uid,
    ])
    const bought = await company.buy({ userId })
    await company.refund(bought)
    const plain = await make(apiScopes.filter((scope) => scope !== contactScope))
    const full = await make(apiScopes)
    const orders = await perform(app.db.database, 'orders.list', {})
    expect((await get('/orders', plain)).body).toEqual(JSON.parse(JSON.stringify(orders)))
    const postings = (await get('/postings', plain)).body as { items: { source: string; amount: object }[] }
    expect(postings.items.filter(({ source }) => source === 'refund')).toMatchObject([
      { amount: { amountMinor: 26_800, currency: 'CNY' } },
    ])
    expect(JSON.stringify((await get('/members', full)).body)).toContain('api.person')
    for (const { path } of routes) expect(JSON.stringify((await get(path, plain)).body)).not.toContain('api.person')
    for (const { path, personal } of routes) {
      const body = JSON.stringify((await get(path, plain)).body)
      for (const field of personal) expect(body).not.toContain(`"${field}":`)
    }
  })

  it('pages continue with the parameter `next`, and each row appears once', async () => {
    const company = openCompany(app.db)
    const buyer = await company.person()
    for (let n = 0; n < 55; n++) await company.order(buyer)
    const key = await make(['orders:read'])
    const seen: string[] = []
    for (let after: string | null = ''; after !== null;) {
      const { body, status } = await get(`/orders${after === '' ? '' : `?after=${after}`}`, key)
      expect(status).toBe(200)
      const page = body as { items: { id: string }[]; next: string | null }
      seen.push(...page.items.map(({ id }) => id))
      after = page.next
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.length).toBeGreaterThanOrEqual(55)
  })

  it('parameters are read as the types of their fields, and unknown or repeated ones are refused', async () => {
    const key = await make(apiScopes)
    expect(await get('/figures/days?days=3', key)).toMatchObject({ status: 200 })
    for (const query of ['days=x', 'days=401', 'days=1&days=2', 'day=1', 'days=', '__proto__=1'])
      expect(await get(`/figures/days?${query}`, key)).toMatchObject({ status: 400, code: 'bad_request' })
    expect(await get('/tickets?state=pending&tag=speed', key)).toMatchObject({ status: 200 })
    expect(await get('/tickets?contains=slow', key)).toMatchObject({ status: 400, code: 'bad_request' })
    expect(await get('/orders?status=paid&from=2026-01-01', key)).toMatchObject({ status: 200 })
    for (const query of ['status=lost', 'from=yesterday', 'after=x'])
      expect(await get(`/orders?${query}`, key)).toMatchObject({ status: 400 })
  })
})

describe('API keys', () => {
  it('a key is shown once, and only a digest of it is stored', async () => {
    const key = await make(['plans:read'], { keyName: 'books' })
    expect(key).toMatch(/^wf_[\w-]{43}$/)
    const rows = JSON.stringify(await app.db.asOwner('select * from api_keys'))
    expect(rows).not.toContain(key)
    expect(rows).not.toContain(key.slice(3))
    const { apiKeys } = await perform(app.db.database, 'api.keys', {})
    expect(apiKeys).toMatchObject([{ keyName: 'books', beginning: key.slice(0, 9), standing: 'valid', calls: 0 }])
    expect(new Set(await Promise.all([make(['plans:read']), make(['plans:read'])])).size).toBe(2)
  })

  it('every call is counted, and the last use is known to the hour', async () => {
    const key = await make(['plans:read'])
    for (const path of ['/plans', '/orders', '/plans?x=1', '/nothing']) await get(path, key)
    const [{ calls, lastUsed } = { calls: 0, lastUsed: null }] = (await perform(app.db.database, 'api.keys', {}))
      .apiKeys
    expect(calls).toBe(4)
    expect(new Date(lastUsed!).getTime() % 3_600_000).toBe(0)
  })

  it('a revoked or expired key stops at once, and its name is free again', async () => {
    const key = await make(['plans:read'], { keyName: 'books' })
    await expect(make(['plans:read'], { keyName: 'books' })).rejects.toThrow('already a key')
    await perform(app.db.database, 'api.revoke-key', { keyName: 'books' })
    expect(await get('/plans', key)).toMatchObject({ status: 401, code: 'key_invalid' })
    await expect(perform(app.db.database, 'api.revoke-key', { keyName: 'books' })).rejects.toThrow('no valid key')
    const next = await make(['plans:read'], { keyName: 'books', expires: '2099-01-01' })
    expect(await get('/plans', next)).toMatchObject({ status: 200 })
    await app.db.asOwner(`update api_keys set expires_at = now() where name = 'books' and revoked_at is null`)
    expect(await get('/plans', next)).toMatchObject({ status: 401 })
    const { apiKeys } = await perform(app.db.database, 'api.keys', {})
    expect(apiKeys.map(({ standing }) => standing).toSorted()).toEqual(['expired', 'revoked'])
  })

  it('scopes must be known, an end must be in the future, and there are at most twenty keys', async () => {
    for (const scopes of [[], ['orders:write'], [contactScope]] as ApiScope[][])
      await expect(make(scopes)).rejects.toThrow('--scopes')
    await expect(make(['plans:read'], { expires: '2020-01-01' })).rejects.toThrow('in the future')
    const made = await Promise.allSettled(Array.from({ length: 22 }, () => make(['plans:read'])))
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
  })

  it('a key that reads names and email addresses takes two operators, another does not', async () => {
    const proposals = async () =>
      (await app.db.asOwner(`select 1 from operator_proposals where action = 'api.make-key'`)).length
    const before = await proposals()
    await make(['orders:read', 'members:read'])
    expect(await proposals()).toBe(before)
    await make(['members:read', contactScope])
    expect(await proposals()).toBe(before + 1)
  })

  it('a key has a limit of calls a minute, which another key does not share', async () => {
    const [key, other] = [await make(['plans:read']), await make(['plans:read'])]
    const [{ id } = { id: '' }] = await app.db.asOwner<{ id: string }>(`select id from api_keys where prefix = $1`, [
      key.slice(0, 9),
    ])
    expect(id).not.toBe('')
    for (let call = 0; call < apiCallsPerMinute; call++) expect((await get('/plans', key)).status).toBe(200)
    const refused = await get('/plans', key)
    expect(refused).toMatchObject({ status: 429, code: 'too_many_requests' })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(await get('/plans', other)).toMatchObject({ status: 200 })
  })

  it('ended keys are deleted after ninety days', async () => {
    await make(['plans:read'], { keyName: 'old' })
    await make(['plans:read'], { keyName: 'valid' })
    await perform(app.db.database, 'api.revoke-key', { keyName: 'old' })
    await app.db.asOwner(
      `update api_keys set revoked_at = now() - make_interval(days => $1, mins => -1) where name = 'old'`,
      [endedKeyDays],
    )
    expect(await forgetApiKeys(app.db.database, 10)).toBe(0)
    await app.db.asOwner(`update api_keys set revoked_at = revoked_at - interval '2 minutes' where name = 'old'`)
    expect(await forgetApiKeys(app.db.database, 10)).toBe(1)
  })
})
