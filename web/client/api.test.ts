import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { answer, fakeBrowser, forgetMocks } from './fake-browser.test-support.ts'

const toast = vi.hoisted(() => vi.fn<(toast: object) => void>())
vi.mock('#ui/toast.ts', () => ({ showToast: toast }))

const full = `wf_${'a'.repeat(43)}`
const fresh = `wf_${'b'.repeat(43)}`
const register = `wr_${'c'.repeat(43)}`

let browser: Awaited<ReturnType<typeof fakeBrowser>>
let api: (typeof import('./api.ts'))['api']
let abandonCalls: (typeof import('./api.ts'))['abandonCalls']
beforeEach(async () => {
  vi.resetModules()
  toast.mockReset()
  browser = await fakeBrowser()
  ;({ api, abandonCalls } = await import('./api.ts'))
})
afterEach(() => vi.unstubAllGlobals())
afterAll(forgetMocks)

const sent = (call = 0) => {
  const [url, init] = browser.fetch.mock.calls[call] ?? []
  return {
    url,
    headers: init?.headers as Record<string, string>,
    body: JSON.parse(init?.body as string) as Record<string, unknown>,
  }
}

describe('requests', () => {
  test('a call is a POST with prefix, headers and raw token', async () => {
    browser.localStorage.setItem('token', full)
    browser.fetch.mockResolvedValue(answer({ data: { list: [], more: false } }))
    await api('/api/payment/payment_order', { orderId: 'o1' })
    expect(sent()).toEqual({
      url: '/v4/test/api/payment/payment_order',
      headers: {
        'content-type': 'application/json',
        platform: 'web',
        language: 'en',
        deviceId: 'web',
        Authorization: full,
      },
      body: { orderId: 'o1' },
    })
  })

  test('a signed call carries a fresh nonce and the time, encrypted for the server', async () => {
    browser.fetch.mockImplementation(() => Promise.resolve(answer({ data: { list: [] } })))
    await api('/api/payment/payment_shop', {})
    await api('/api/payment/payment_shop', {})
    const open = async (call: number) => {
      const bytes = Uint8Array.from(atob(String(sent(call).body['signature'])), (character) => character.charCodeAt(0))
      const plain = await crypto.subtle.decrypt({ name: 'RSA-OAEP' }, browser.privateKey, bytes)
      return JSON.parse(new TextDecoder().decode(plain)) as { nonce: string; timestamp: number }
    }
    const [first, second] = [await open(0), await open(1)]
    expect(first.nonce).toMatch(/^[A-Za-z0-9]{8}$/)
    expect(second.nonce).not.toBe(first.nonce)
    expect(Math.abs(Date.now() - first.timestamp)).toBeLessThan(5_000)
  })

  test('a register token is sent with the user-info call only', async () => {
    browser.sessionStorage.setItem('registerToken', register)
    browser.fetch.mockImplementation(() => Promise.resolve(answer({ data: { list: [] } })))
    await api('/api/system/system_user_info', {})
    await api('/api/payment/payment_shop', {})
    expect(sent(0).headers['Authorization']).toBe(register)
    expect(sent(1).headers).not.toHaveProperty('Authorization')
  })
})

describe('pragma response header', () => {
  test.each(['no-cache', 'wf_short', `xx_${'a'.repeat(43)}`])(
    'the pragma header with %s leaves the token as is',
    async (pragma) => {
      browser.localStorage.setItem('token', full)
      browser.fetch.mockResolvedValue(answer({ pragma }))
      await api('/api/system/system_client_config', {})
      expect(browser.localStorage.getItem('token')).toBe(full)
    },
  )

  test('a rotated token replaces the old one', async () => {
    browser.localStorage.setItem('token', full)
    browser.fetch.mockResolvedValue(answer({ pragma: fresh }))
    await api('/api/system/system_client_config', {})
    expect(browser.localStorage.getItem('token')).toBe(fresh)
  })

  test('registration stores a register token for this tab, and the user-info call replaces it by a session', async () => {
    browser.localStorage.setItem('token', full)
    browser.fetch.mockResolvedValueOnce(answer({ pragma: register }))
    await api('/api/user/user_register_username', { accountName: 'lin.w', password: 'long enough', agreed: true })
    expect(browser.sessionStorage.getItem('registerToken')).toBe(register)
    expect(browser.localStorage.getItem('token')).toBeNull()

    browser.fetch.mockResolvedValueOnce(answer({ pragma: fresh }))
    await api('/api/system/system_user_info', {})
    expect(sent(1).headers['Authorization']).toBe(register)
    expect(browser.localStorage.getItem('token')).toBe(fresh)
    expect(browser.sessionStorage.getItem('registerToken')).toBeNull()
  })
})

describe('errors', () => {
  const redirects = () => {
    const paths: unknown[] = []
    browser.document.addEventListener('redirect-to-login', (event) => paths.push((event as CustomEvent).detail))
    return paths
  }

  test('an error shows a toast and rejects with status, fields and request id', async () => {
    browser.fetch.mockResolvedValue(
      answer({
        code: 409,
        status: 'PriceChanged',
        msg: 'The price has changed.',
        data: { requestId: 'r1', fields: { a: 'b' } },
      }),
    )
    await expect(api('/api/payment/payment_shop', {})).rejects.toMatchObject({
      status: 'PriceChanged',
      requestId: 'r1',
      fields: { a: 'b' },
    })
    expect(toast).toHaveBeenCalledWith({ kind: 'error', text: 'The price has changed.', language: 'en' })
  })

  test('a caller that handles errors itself shows no toast', async () => {
    browser.fetch.mockResolvedValue(answer({ code: 500, status: 'Internal', msg: 'Oops', data: null }))
    await expect(api('/api/payment/payment_shop', {}, { handlesErrors: true })).rejects.toMatchObject({
      status: 'Internal',
    })
    expect(toast).not.toHaveBeenCalled()
  })

  test('Unauthorized removes the token and requests a login, without a toast', async () => {
    browser.localStorage.setItem('token', full)
    const paths = redirects()
    browser.fetch.mockResolvedValue(
      answer({ code: 401, status: 'Unauthorized', msg: 'Please log in first', data: null }),
    )
    await expect(api('/api/payment/payment_order', {})).rejects.toMatchObject({ status: 'Unauthorized' })
    expect(paths).toEqual(['/api/payment/payment_order'])
    expect(browser.localStorage.getItem('token')).toBeNull()
    expect(toast).not.toHaveBeenCalled()
  })

  test('Unauthorized for an old token keeps a newer one stored by another tab', async () => {
    browser.localStorage.setItem('token', full)
    browser.fetch.mockImplementation(() => {
      browser.localStorage.setItem('token', fresh)
      return Promise.resolve(answer({ code: 401, status: 'Unauthorized', data: null }))
    })
    await expect(api('/api/payment/payment_order', {})).rejects.toMatchObject({ status: 'Unauthorized' })
    expect(browser.localStorage.getItem('token')).toBe(fresh)
  })

  test('Unauthorized from a login call does not redirect', async () => {
    const paths = redirects()
    browser.fetch.mockResolvedValue(answer({ code: 401, status: 'Unauthorized', msg: 'No', data: null }))
    const attempt = api('/api/user/user_login_username', { accountName: 'lin.w', password: 'x', agreed: true })
    await expect(attempt).rejects.toMatchObject({ status: 'Unauthorized' })
    expect(paths).toEqual([])
    expect(toast).toHaveBeenCalledOnce()
  })

  test.each([
    ['no connection', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a time-out', () => Promise.reject(new DOMException('too slow', 'TimeoutError'))],
    ["a gateway's page", () => Promise.resolve(new Response('<html>502</html>', { status: 502 }))],
    ['JSON that is no envelope', () => Promise.resolve(new Response('{}'))],
  ])('a call that gets %s is a network error, and the token stays', async (_, respond) => {
    browser.localStorage.setItem('token', full)
    browser.fetch.mockImplementation(respond)
    await expect(api('/api/payment/payment_order', {})).rejects.toMatchObject({ status: 'NetworkError' })
    expect(toast).toHaveBeenCalledWith({
      kind: 'error',
      text: 'Network error. Please try again later.',
      language: 'en',
    })
    expect(browser.localStorage.getItem('token')).toBe(full)
  })

  test('a call is aborted after ten seconds', async () => {
    const timers = vi.spyOn(globalThis, 'setTimeout')
    browser.fetch.mockImplementation((_, { signal }) => untilAborted(signal))
    const call = api('/api/system/system_client_config', {}, { handlesErrors: true })
    await vi.waitFor(() => expect(browser.fetch).toHaveBeenCalled())
    const limit = timers.mock.calls.find(([, ms]) => ms === 10_000)?.[0]
    timers.mockRestore()
    limit?.()
    await expect(call).rejects.toMatchObject({ status: 'NetworkError' })
  })

  test('abandoned calls end without result, toast or token, and the next call is sent', async () => {
    browser.localStorage.setItem('token', full)
    browser.fetch.mockImplementationOnce((_, { signal }) => untilAborted(signal))
    const open = api('/api/payment/payment_order', {})
    await vi.waitFor(() => expect(browser.fetch).toHaveBeenCalled())
    abandonCalls()
    await expect(open).rejects.toMatchObject({ name: 'AbortError' })
    expect(toast).not.toHaveBeenCalled()
    browser.fetch.mockResolvedValue(answer())
    await api('/api/user/user_logout', {})
    expect(sent(1).headers['Authorization']).toBe(full)
  })
})

const untilAborted = (signal: AbortSignal | null | undefined) =>
  new Promise<Response>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error))
  })

describe('rate-limited call', () => {
  test('a rate-limited call is repeated only once, with its proof of work', async () => {
    const { createChallenge } = await import('altcha-lib')
    const { deriveKey } = await import('altcha-lib/algorithms/pbkdf2')
    const { verifySolution } = await import('altcha-lib')
    const secrets = { hmacSignatureSecret: 'a secret', hmacKeySignatureSecret: 'another' }
    const work = await createChallenge({ algorithm: 'PBKDF2/SHA-256', cost: 10, counter: 20, deriveKey, ...secrets })
    const refused = { code: 429, status: 'TooManyRequests', msg: 'Too many tries.', data: { requestId: 'r', work } }
    browser.fetch.mockImplementation(() => Promise.resolve(answer(refused)))
    const login = { kind: 'email', identifier: 'maya@example.com', password: 'x', agreed: true } as const
    await expect(api('/api/user/user_login', login, { handlesErrors: true })).rejects.toMatchObject({
      status: 'TooManyRequests',
    })
    expect(browser.fetch).toHaveBeenCalledTimes(2)
    expect(sent(0).headers).not.toHaveProperty('work')
    const payload = JSON.parse(atob(sent(1).headers['work'] ?? '')) as Omit<
      Parameters<typeof verifySolution>[0],
      'deriveKey'
    >
    expect(await verifySolution({ ...payload, deriveKey, ...secrets })).toMatchObject({ verified: true })
    expect(sent(1).body['signature']).not.toBe(sent(0).body['signature'])
  })
})

describe('wrong client clock', () => {
  const expired = (now: number) => {
    const refusal = answer({
      code: 400,
      status: 'InvalidSignature',
      msg: 'Check your clock.',
      data: { requestId: 'r' },
    })
    refusal.headers.set('date', new Date(now).toUTCString())
    return refusal
  }
  const timestampOf = async (call: number) => {
    const bytes = Uint8Array.from(atob(String(sent(call).body['signature'])), (character) => character.charCodeAt(0))
    const plain = await crypto.subtle.decrypt({ name: 'RSA-OAEP' }, browser.privateKey, bytes)
    return (JSON.parse(new TextDecoder().decode(plain)) as { timestamp: number }).timestamp
  }
  const minutes = 60_000
  const years = 365 * 24 * 60 * minutes

  // A client that was behind was not corrected (aws-amplify/amplify-js#7913).
  test.each([6 * minutes, -6 * minutes, 3 * years, -3 * years])(
    'a refused call is signed again with the server time %d ms ahead, as are later calls',
    async (ahead) => {
      const server = () => Date.now() + ahead
      browser.fetch.mockImplementationOnce(() => Promise.resolve(expired(server())))
      browser.fetch.mockImplementation(() => Promise.resolve(answer({ data: { list: [] } })))
      await api('/api/payment/payment_shop', {})
      await api('/api/payment/payment_shop', {})
      expect(browser.fetch).toHaveBeenCalledTimes(3)
      expect(sent(1).body['signature']).not.toBe(sent(0).body['signature'])
      for (const call of [1, 2]) expect(Math.abs((await timestampOf(call)) - server())).toBeLessThan(5_000)
      expect(toast).not.toHaveBeenCalled()
    },
  )

  // Sign-in and refusal followed each other without end (manfredsteyer/angular-oauth2-oidc#1135).
  test('a refused call is not repeated twice, and the error names the clock if that is the cause', async () => {
    browser.fetch.mockImplementation(() => Promise.resolve(expired(Date.now() + years)))
    await expect(api('/api/payment/payment_shop', {})).rejects.toMatchObject({ message: 'Check your clock.' })
    expect(browser.fetch).toHaveBeenCalledTimes(2)
  })

  test('the error does not name the clock if the server shows the same time', async () => {
    browser.fetch.mockImplementation(() => Promise.resolve(expired(Date.now())))
    const refusal = { status: 'InvalidSignature', message: 'This request has expired. Please try again.' }
    await expect(api('/api/payment/payment_shop', {})).rejects.toMatchObject(refusal)
    expect(browser.fetch).toHaveBeenCalledTimes(2)
  })

  test('the client clock is kept if the difference may come from the network', async () => {
    const { learnServerTime, serverNow, isClockWrong } = await import('./server-clock.ts')
    expect(isClockWrong()).toBeNull()
    learnServerTime(new Date(Date.now() + 8_000).toUTCString(), Date.now())
    expect(Math.abs(serverNow() - Date.now())).toBeLessThan(1_000)
    learnServerTime('no date', Date.now())
    expect(isClockWrong()).toBe(false)
  })

  // A client compared the server's time with that of an old signature, and spoiled a clock that was right
  // (aws/aws-sdk-cpp#560).
  test('a slow call does not change the time of a clock that is right', async () => {
    const { learnServerTime, serverNow, isClockWrong } = await import('./server-clock.ts')
    for (const tookMs of [0, 5_000, 9_900]) {
      learnServerTime(new Date(Date.now()).toUTCString(), Date.now() - tookMs)
      expect(Math.abs(serverNow() - Date.now())).toBeLessThan(1_000)
      expect(isClockWrong()).toBe(false)
    }
  })

  // A countdown followed the clock of the device while somebody changed it (bennyxguo/vuejs-countdown-timer#18).
  test('the next answer corrects the time after the clock was changed while the page is open', async () => {
    const { learnServerTime, serverNow } = await import('./server-clock.ts')
    const server = Date.UTC(2026, 10, 30)
    const clock = vi.spyOn(Date, 'now')
    for (const shown of [server, server + 3 * minutes, server - 2 * years, server]) {
      clock.mockReturnValue(shown)
      learnServerTime(new Date(server).toUTCString(), shown)
      expect(Math.abs(serverNow() - server)).toBeLessThan(1_000)
    }
    clock.mockRestore()
  })

  test.each([1_000, 1_001])('the server time is in whole milliseconds after a call of %d ms', async (tookMs) => {
    const { learnServerTime, serverNow } = await import('./server-clock.ts')
    vi.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 0, 1) + 17)
    learnServerTime(new Date(Date.now() + 7 * minutes).toUTCString(), Date.now() - tookMs)
    expect(Number.isSafeInteger(serverNow())).toBe(true)
    vi.restoreAllMocks()
  })
})
