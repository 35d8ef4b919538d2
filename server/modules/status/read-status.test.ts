import { beforeEach, expect, it } from 'vitest'
import { askedEveryMs, createStatus, goodForMs, type ReadStatus } from './read-status.ts'

const says = (indicator: string) => ({ status: { indicator } })
let now: number
let asked: string[]
let answer: () => Promise<unknown>
let readStatus: ReadStatus
beforeEach(() => {
  now = 5_000_000
  asked = []
  answer = async () => says('none')
  readStatus = createStatus(
    (feed) => {
      asked.push(feed)
      return answer()
    },
    () => now,
  )
})

it('a thousand concurrent visitors cause one request of the status page', async () => {
  const all = await Promise.all(Array.from({ length: 1000 }, () => readStatus('a')))
  expect(asked).toEqual(['a'])
  expect(new Set(all.map((known) => known?.state))).toEqual(new Set(['clear']))
})

it('the status page is requested again after a minute, and the age counts from the last answer', async () => {
  await readStatus('a')
  now += askedEveryMs - 1
  expect(await readStatus('a')).toEqual({ state: 'clear', ageSeconds: 59 })
  expect(asked).toHaveLength(1)
  now += 1
  answer = async () => says('major')
  // The visitor gets the cached state at once; the next visitor gets the new one.
  expect(await readStatus('a')).toEqual({ state: 'clear', ageSeconds: 60 })
  await Promise.resolve()
  expect(await readStatus('a')).toEqual({ state: 'down', ageSeconds: 0 })
  expect(asked).toHaveLength(2)
})

it('a failing status page keeps the last answer for ten minutes, then none', async () => {
  await readStatus('a')
  answer = async () => Promise.reject(new Error('cut'))
  now += goodForMs - 1
  expect(await readStatus('a')).toEqual({ state: 'clear', ageSeconds: 599 })
  now += 1
  expect(await readStatus('a')).toBeNull()
  now += askedEveryMs
  answer = async () => says('none')
  expect(await readStatus('a')).toEqual({ state: 'clear', ageSeconds: 0 })
})

it('a status page that never answered is requested once a minute and shown as unknown', async () => {
  answer = async () => ({ not: 'a status' })
  expect(await readStatus('a')).toBeNull()
  expect(await readStatus('a')).toBeNull()
  expect(asked).toHaveLength(1)
})

it('a changed URL of the status page starts anew, and a late answer of the old URL is ignored', async () => {
  let tell: (body: unknown) => void = () => {}
  answer = () => new Promise((resolve) => (tell = resolve))
  const before = readStatus('a')
  const tellBefore = tell
  answer = async () => says('minor')
  expect(await readStatus('b')).toEqual({ state: 'slow', ageSeconds: 0 })
  tellBefore(says('critical'))
  await before
  expect(await readStatus('b')).toEqual({ state: 'slow', ageSeconds: 0 })
})
