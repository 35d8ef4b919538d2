import { expect, it } from 'vitest'
import { publicationOf, type PublicationState } from './publication-state.rules.ts'

const now = new Date('2026-11-23T12:00:00Z')
const later = new Date(now.getTime() + 1)
const shown = { withdrawn: false, holdsFrom: null, shownUntil: null }
const gone = { ...shown, withdrawn: true }
const over = { ...shown, shownUntil: now }

it.each<[string, Parameters<typeof publicationOf>[0], PublicationState]>([
  ['was never published', [], 'draft'],
  ['was withdrawn in both languages', [gone, gone], 'withdrawn'],
  ['was withdrawn in one language', [gone, shown], 'public'],
  ['was withdrawn in one language and has ended in the other', [gone, over], 'public'],
  ['is scheduled in one language and shown in the other', [{ ...shown, holdsFrom: later }, shown], 'scheduled'],
  ['is shown from this moment on', [{ ...shown, holdsFrom: now }], 'public'],
  ['is scheduled, with an end before its start', [{ ...over, holdsFrom: later }], 'scheduled'],
  ['has ended in both languages', [over, over], 'over'],
  ['has ended in one language', [over, shown], 'public'],
  ['ends a moment later', [{ ...shown, shownUntil: later }], 'public'],
  ['has no end', [shown, shown], 'public'],
])('derives the right state of a text that %s', (_what, sides, state) => {
  expect(publicationOf(sides, now)).toBe(state)
})
