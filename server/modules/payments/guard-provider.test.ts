import { describe, expect, it, vi } from 'vitest'
import { runUnder } from '#server/platform/deadline.ts'
import { guardProvider } from './guard-provider.ts'
import { ProviderRefused, ProviderSilent, type PaymentProvider } from './providers/port.ts'

const ref = { id: 'a', amount: { amountMinor: 1, currency: 'CNY' }, providerRef: null } as never

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
  it('stops calling a provider after five failures in a row', async () => {
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

  it('tries one provider call after the pause, and allows all once it succeeds', async () => {
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

  it('counts only a missing answer as a failure, not a refusal', async () => {
    const { state, provider, guard } = guarded()
    state.answer = async () => {
      throw new ProviderRefused('no such trade')
    }
    for (let n = 0; n < 10; n++) await expect(provider.query(ref)).rejects.toThrow(ProviderRefused)
    expect([state.asked, guard.isSilent()]).toEqual([10, false])
  })

  it('counts each provider call by its outcome, including skipped ones', async () => {
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

  it('aborts a provider call when the time of its job is over', async () => {
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
