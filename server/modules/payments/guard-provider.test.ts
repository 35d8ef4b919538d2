import { describe, expect, it, vi } from 'vitest'
import { runUnder } from '#server/platform/deadline.ts'
import { guardProvider } from './guard-provider.ts'
import { ProviderRefused, ProviderSilent, type PaymentProvider } from './providers/port.ts'

const ref = { id: 'a', amount: { amountMinor: 1, currency: 'CNY' }, providerRef: null } as never

/** A provider that behaves like `answer`, with a guard that pauses for `pauseMs`. */
function guarded(pauseMs = 1_000) {
  const state = { asked: 0, answer: async (): Promise<unknown> => 'not_found' }
  const query = () => {
    state.asked++
    return state.answer()
  }
  const changes: boolean[] = []
  const { provider, guard } = guardProvider(
    { id: 'alipay', caps: {}, query, parseNotification: () => 'parsed' } as unknown as PaymentProvider,
    { pauseMs, onChange: (_id, isSilent) => void changes.push(isSilent) },
  )
  const fail = async (times: number) => {
    state.answer = async () => {
      throw new ProviderSilent('nothing')
    }
    for (let n = 0; n < times; n++) await provider.query(ref).catch(() => {})
  }
  return { state, provider, guard, changes, fail }
}

describe('provider circuit breaker', () => {
  it('a provider is not called after five failures in a row', async () => {
    const { state, provider, guard, changes, fail } = guarded()
    await fail(4)
    expect([guard.isSilent(), guard.admit(4, 0)]).toEqual([false, 4])
    await fail(3)
    expect(state.asked).toBe(5)
    expect([guard.isSilent(), guard.admit(4, 0), guard.admit(4, 1)]).toEqual([true, 0, 0])
    await expect(provider.query(ref)).rejects.toThrow(ProviderSilent)
    expect(provider.parseNotification({} as never)).toBe('parsed')
    expect(changes).toEqual([true])
  })

  it('one call is tried after the pause, and all calls after it succeeds', async () => {
    vi.useFakeTimers()
    const { state, provider, guard, changes, fail } = guarded()
    await fail(5)
    vi.advanceTimersByTime(1_000)
    expect([guard.admit(4, 0), guard.admit(4, 1)]).toEqual([1, 0])
    await fail(1)
    expect(state.asked).toBe(6)
    expect(guard.admit(4, 0)).toBe(0)
    vi.advanceTimersByTime(1_000)
    state.answer = async () => 'not_found'
    expect(await provider.query(ref)).toBe('not_found')
    expect([guard.isSilent(), guard.admit(4, 2)]).toEqual([false, 4])
    expect(changes).toEqual([true, false])
    vi.useRealTimers()
  })

  it('only silence counts as a failure, and a refusal does not', async () => {
    const { state, provider, guard } = guarded()
    state.answer = async () => {
      throw new ProviderRefused('no such trade')
    }
    for (let n = 0; n < 10; n++) await expect(provider.query(ref)).rejects.toThrow(ProviderRefused)
    expect([state.asked, guard.isSilent()]).toEqual([10, false])
  })

  it('each call is counted by its outcome, also skipped ones', async () => {
    const counted: string[] = []
    const answers = ['ok', new ProviderRefused('no'), ...Array.from({ length: 5 }, () => new ProviderSilent('nothing'))]
    const { provider } = guardProvider(
      {
        id: 'alipay',
        caps: {},
        async query() {
          const next = answers.shift()
          if (next instanceof Error) throw next
          return next
        },
        parseNotification: () => 'parsed',
      } as unknown as PaymentProvider,
      {
        measure: {
          asked: ({ provider: id, operation, outcome }) => void counted.push(`${id} ${operation} ${outcome}`),
        },
      },
    )
    for (let n = 0; n < 8; n++) await provider.query(ref).catch(() => {})
    provider.parseNotification({} as never)
    const silent = Array.from({ length: 5 }, () => 'alipay query silent')
    expect(counted).toEqual(['alipay query ok', 'alipay query refused', ...silent, 'alipay query left_alone'])
  })

  it("a call is aborted when its job's time is over", async () => {
    const { state, provider } = guarded()
    state.answer = () => new Promise(() => {})
    const stop = new AbortController()
    const asked = runUnder(stop.signal, () => provider.query(ref))
    stop.abort(new Error('time is over'))
    await expect(asked).rejects.toThrow('time is over')
    await expect(asked).rejects.toThrow(ProviderSilent)
    await expect(runUnder(stop.signal, () => provider.query(ref))).rejects.toThrow('time is over')
    expect(state.asked).toBe(1)
  })
})
