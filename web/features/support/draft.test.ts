import { beforeEach, expect, it } from 'vitest'
import { draftImages, draftText, forgetDraft, keepDraft, keepImages, keyOf } from './draft.ts'

const kept = new Map<string, string>()
beforeEach(() => {
  kept.clear()
  Object.assign(globalThis, {
    sessionStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    },
  })
})

it('a support message sent again keeps its idempotency key, and another text gets a new one', () => {
  const key = keyOf(1, 'Hello')
  expect(keyOf(1, 'Hello')).toBe(key)
  keepDraft(1, 'Hello there')
  keepDraft(1, 'Hello')
  expect(keyOf(1, 'Hello')).toBe(key)
  expect(keyOf(1, 'Hello there')).not.toBe(key)
  forgetDraft(1)
  expect(keyOf(1, 'Hello')).not.toBe(key)
})

it('the draft of a support message belongs to one user', () => {
  keepDraft(1, 'mine')
  expect(draftText(2)).toBe('')
  expect(draftText(1)).toBe('mine')
})

it.each(['{', '[]', 'null', '{"text":1,"sent":{"key":2}}'])(
  'an invalid stored draft %s of a support message is ignored',
  (stored) => {
    kept.set('support-draft:1', stored)
    expect(draftText(1)).toBe('')
    expect(keyOf(1, 'x')).toMatch(/^[A-Za-z0-9]{24}$/)
  },
)

it('changed pictures give a new idempotency key, and invalid pictures are dropped', () => {
  const image = { id: 'a', width: 1, height: 1 }
  keepImages(1, [image])
  const key = keyOf(1, 'Hello')
  expect(keyOf(1, 'Hello')).toBe(key)
  expect(draftImages(1)).toEqual([image])
  keepImages(1, [])
  expect(keyOf(1, 'Hello')).not.toBe(key)
  kept.set('support-draft:1', '{"text":"x","images":[{"id":1},null,"a"]}')
  expect(draftImages(1)).toEqual([])
})
