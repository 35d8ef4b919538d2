import { expect, test } from 'vitest'
import { draftOf, missingOf, readApplication } from './application-input.ts'

const form = (fields: Record<string, string>) => {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}

test('blank answers in an affiliate application count as missing, and missing ones are listed in page order', () => {
  expect(missingOf(readApplication(form({ channel: '  ', contact: ' t.me/lin ' })))).toEqual([
    'channel',
    'audience',
    'message',
    'agreed',
  ])
  const whole = readApplication(
    form({ channel: 'blog', audience: '200', message: 'posts', contact: ' t.me/lin ', agreed: 'on' }),
  )
  expect(missingOf(whole)).toEqual([])
  expect(whole.contact).toBe('t.me/lin')
})

test('answers of one letter count as missing', () => {
  const input = readApplication(form({ channel: 'a', audience: 'a', message: 'a', contact: 'a', agreed: 'on' }))
  expect(missingOf(input)).toEqual(['channel', 'audience', 'message', 'contact'])
})

test('only a valid stored draft of an affiliate application is restored', () => {
  expect(draftOf({ channel: 'blog', audience: 3, extra: 'x' })).toEqual({
    channel: 'blog',
    audience: '',
    contact: '',
    message: '',
  })
  for (const other of [null, 'text', 4, {}, { channel: '' }, []]) expect(draftOf(other)).toBeNull()
})
