import { expect, it } from 'vitest'
import { pollIntervalMs } from './mailing-drafts.ts'

const none = { queued: 0, sent: 0, failed: 0, skipped: 0 }

it('a mailing is polled often while small and running, rarely when large or paused, and not when done with an empty queue', () => {
  expect(pollIntervalMs({ ...none, state: 'waiting' })).toBe(4_000)
  expect(pollIntervalMs({ ...none, state: 'sending', sent: 8_000 })).toBe(4_000)
  expect(pollIntervalMs({ ...none, state: 'sending', sent: 20_000, skipped: 10_000 })).toBe(15_000)
  expect(pollIntervalMs({ ...none, state: 'sending', sent: 1_000_000 })).toBe(60_000)
  expect(pollIntervalMs({ ...none, state: 'paused', sent: 100 })).toBe(60_000)
  // Mails still in the queue have to be sent, so polling continues.
  expect(pollIntervalMs({ ...none, state: 'done', sent: 100, queued: 1 })).toBe(60_000)
  expect(pollIntervalMs({ ...none, state: 'done', sent: 100 })).toBeNull()
  expect(pollIntervalMs({ ...none, state: 'stopped' })).toBeNull()
})
