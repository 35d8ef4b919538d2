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

it('a thousand visitors at once ask the status page once', async () => {
  const all = await Promise.all(Array.from({ length: 1000 }, () => readStatus('a')))
  expect(asked).toEqual(['a'])
  expect(new Set(all.map((known) => known?.state))).toEqual(new Set(['clear']))
})

it('the page is asked again after a minute, and the age counts from the last answer', async () => {
  await readStatus('a')
  now += askedEveryMs - 1
  expect(await readStatus('a')).toEqual({ state: 'clear', ageSeconds: 59 })
  expect(asked).toHaveLength(1)
  now += 1
  answer = async () => says('major')
  // Returns the cached state at once; the next visitor gets the new one.
  expect(await readStatus('a')).toEqual({ state: 'clear', ageSeconds: 60 })
  await Promise.resolve()
  expect(await readStatus('a')).toEqual({ state: 'down', ageSeconds: 0 })
  expect(asked).toHaveLength(2)
})

it('a page that fails leaves the last answer standing for ten minutes, ageing, and then none', async () => {
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

it('a page that never said anything is asked once a minute, and is none meanwhile', async () => {
  answer = async () => ({ not: 'a status' })
  expect(await readStatus('a')).toBeNull()
  expect(await readStatus('a')).toBeNull()
  expect(asked).toHaveLength(1)
})

it('another address begins anew, and a late answer of the address of before is not taken for it', async () => {
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
