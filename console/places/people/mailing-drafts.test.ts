import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  beginDraft,
  changed,
  dropDraft,
  emptyDraft,
  findDraft,
  newer,
  recordTestMail,
  readDrafts,
  saveDraft,
} from './mailing-drafts.ts'

const ada = 'ada'
const at = (second: number) => new Date(Date.UTC(2026, 10, 23, 12, 0, second))
const draftOf = (id: string, second: number) => changed(emptyDraft(id), { name: id }, at(second))
function browse(room: number): void {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => kept.delete(key),
    setItem: (key: string, value: string) => {
      if (value.length > room) throw new Error('QuotaExceededError')
      kept.set(key, value)
    },
  })
}
beforeEach(() => browse(1_000_000))
afterEach(() => {
  for (const { id } of readDrafts(ada)) dropDraft(ada, id)
  vi.unstubAllGlobals()
})

it('a test mail neither overwrites later input nor restores a discarded draft', () => {
  const asked = draftOf('a', 1)
  const typed = changed(asked, { bodyEn: 'typed on' }, at(2))
  const noted = recordTestMail(typed, 'en', 'as asked', at(3))
  expect(noted).toMatchObject({ values: { name: 'a', bodyEn: 'typed on' }, tested: { en: 'as asked' } })
  expect(recordTestMail(noted, 'zh-CN', 'too', at(4)).tested).toEqual({ en: 'as asked', 'zh-CN': 'too' })
  expect(recordTestMail(emptyDraft('a'), 'en', 'as asked', at(3))).toEqual(emptyDraft('a'))
})

it('saving thirty drafts of mailings removes none of them', () => {
  for (let n = 1; n <= 30; n++) expect(saveDraft(ada, draftOf(`d${n}`, n))).toBe(true)
  expect(readDrafts(ada).map(({ id }) => id)).toEqual(Array.from({ length: 30 }, (_none, n) => `d${30 - n}`))
})

it('a full browser storage is reported, keeps the draft while the page is open, and loses no saved draft', () => {
  browse(200)
  expect(saveDraft(ada, draftOf('a', 1))).toBe(true)
  expect(saveDraft(ada, draftOf('b', 2))).toBe(true)
  expect(saveDraft(ada, draftOf('c', 3))).toBe(false)
  const grown = changed(draftOf('a', 4), { bodyEn: 'much more '.repeat(20) }, at(4))
  expect(saveDraft(ada, grown)).toBe(false)
  expect(readDrafts(ada).map(({ id }) => id)).toEqual(['a', 'c', 'b'])
  expect(findDraft(ada, 'a')).toEqual(grown)
  expect(findDraft('ben', 'c')).toBeUndefined()
  expect(JSON.parse(localStorage.getItem('mailings ada') ?? '')).toEqual([draftOf('b', 2), draftOf('a', 1)])
  dropDraft(ada, 'a')
  expect(saveDraft(ada, draftOf('c', 5))).toBe(true)
  expect(readDrafts(ada)).toEqual([draftOf('c', 5), draftOf('b', 2)])
})

it('a tab with an older draft takes the newer one of another tab', () => {
  const [here, there] = [draftOf('a', 1), changed(draftOf('a', 1), { bodyEn: 'there' }, at(2))]
  expect(newer(here, there)).toBe(there)
  expect(newer(there, here)).toBe(there)
  // Equal drafts count as no change; otherwise two tabs would overwrite each other forever.
  expect(newer(here, { ...here })).toBe(here)
  expect(newer(here, undefined)).toBe(here)
})

it('starting the same draft twice gives one draft until it is changed', () => {
  const first = beginDraft(ada, { segment: 'never' })
  expect(beginDraft(ada, { segment: 'never' })).toBe(first)
  saveDraft(ada, changed(findDraft(ada, first)!, { name: 'mine' }, at(1)))
  expect(beginDraft(ada, { segment: 'never' })).not.toBe(first)
})
