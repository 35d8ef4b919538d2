import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPanelMessage } from './read-panel-message.ts'

const subject = 'wf_k7m2q9x4c7v4b6n3t5d2'
const now = Date.parse('2026-11-22T10:00:00.000Z')
const read = (message: unknown) => readPanelMessage(Buffer.from(JSON.stringify(message)), now)
const message = {
  scope: 'user',
  event: 'user.expired',
  timestamp: '2026-11-22T09:59:59.000Z',
  data: { username: subject },
}

describe('panel webhook', () => {
  it('reads the user name and time of a panel webhook, including one about a device', () => {
    const told = { subject, saidAt: new Date(message.timestamp) }
    expect(read(message)).toEqual(told)
    expect(read({ ...message, data: { user: { username: subject }, hwidUserDevice: { hwid: 'x' } } })).toEqual(told)
  })

  it.each([
    ['another user name', { ...message, data: { username: 'someone' } }],
    ['no user', { ...message, data: { name: 'a node' } }],
    ['no data', { ...message, data: null }],
    ['no time', { ...message, timestamp: undefined }],
    ['an invalid time', { ...message, timestamp: 'soon' }],
    ['a time too far ahead', { ...message, timestamp: '2026-11-22T10:05:00.001Z' }],
    ['a list in place of an object', [message]],
  ])('ignores a webhook with %s', (_name, other) => {
    expect(read(other)).toBeNull()
  })

  it('accepts a webhook whose clock is up to five minutes ahead', () => {
    expect(read({ ...message, timestamp: '2026-11-22T10:05:00.000Z' })).not.toBeNull()
  })

  it('ignores random bytes sent as a panel webhook', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(readPanelMessage(bytes, now)).toBeNull()
      }),
    )
  })
})
