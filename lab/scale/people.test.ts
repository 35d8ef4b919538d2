import { expect, it } from 'vitest'
import type { Gateway } from '../load/start-gateway.ts'
import { WrongAnswer, type Visitors } from '../load/visitors.ts'
import { interruption, isFromDeath, most, openPeople, tooLong } from './people.ts'

it('an interruption is the longest time without a response, and counts the failures within it', () => {
  const tries = [
    { kind: 'page', at: 900, isOk: false },
    { kind: 'page', at: 1_200, isOk: true },
    { kind: 'page', at: 1_500, isOk: false },
    { kind: 'purchase', at: 2_000, isOk: true },
    { kind: 'page', at: 3_000, isOk: true },
    { kind: 'page', at: 3_100, isOk: true },
  ] as const
  expect(interruption(tries, ['page'], 1_000, 4_000)).toEqual({ failed: 1, standstillMs: 1_800 })
  expect(interruption(tries, ['page', 'purchase'], 1_000, 4_000)).toEqual({ failed: 1, standstillMs: 1_000 })
  expect(interruption(tries, ['purchase'], 1_000, 4_000)).toEqual({ failed: 0, standstillMs: 2_000 })
  expect(interruption(tries, ['notification'], 1_000, 4_000)).toEqual({ failed: 0, standstillMs: 3_000 })
})

it.each([
  [true, 'a proxy without a server', new WrongAnswer({ status: 502, body: '' })],
  [true, 'a server without its database', new WrongAnswer({ status: 503, body: '{"status":"ServiceUnavailable"}' })],
  [true, 'a connection that was cut', Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' })],
  [false, 'a fault of ours', new WrongAnswer({ status: 500, body: '{"status":"InternalError"}' })],
  [false, 'a call that was refused', new WrongAnswer({ status: 400, body: '{"status":"InvalidArgument"}' })],
  [false, 'a fault of the drill', new TypeError('x is not a function')],
])('an error is judged as caused by a killed process, and then retried: %s, for %s', (is, _what, error) => {
  expect(isFromDeath(error)).toBe(is)
})

it('an unavailable response is retried, and an error response fails the run', async () => {
  const answers = [new WrongAnswer({ status: 503, body: '' }), null, new WrongAnswer({ status: 500, body: '' })]
  const home = async () => {
    const error = answers.shift()
    if (error) throw error
  }
  const people = openPeople({ home } as unknown as Visitors, {} as Gateway)
  people.look()
  await people.end()
  expect(people.tries.map(({ isOk }) => isOk)).toEqual([false, true])
  people.look()
  await expect(people.end()).rejects.toThrow('500')
  expect(people.tries).toHaveLength(3)
})

it('an interruption above its limit fails the run, even one that spans a killed process', () => {
  const every = (ms: number, to: number) => Array.from({ length: Math.floor(to / ms) }, (_, index) => (index + 1) * ms)
  const end = 4 * most.paymentMs
  const tries = (['page', 'figures', 'purchase'] as const).flatMap((kind) =>
    every(1_000, end).map((at) => ({ kind, at, isOk: true })),
  )
  const told = every(5_000, end).map((at) => ({ orderId: '', at }))
  expect(tooLong({ tries, told }, 0, end)).toEqual([])
  const without = <T extends { at: number }>(items: T[], ms: number) =>
    items.filter(({ at }) => at <= 10_000 || at > 10_000 + ms)
  expect(tooLong({ tries: without(tries, most.answerMs), told: without(told, most.paymentMs) }, 0, end)).toEqual([
    'no page answered for 21.0 s; at most 20 s may pass',
    'no figures answered for 21.0 s; at most 20 s may pass',
    'no call answered for 21.0 s; at most 20 s may pass',
    'no one was told of a payment for 35.0 s; at most 30 s may pass',
  ])
})
