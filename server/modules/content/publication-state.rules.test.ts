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
  ['was withdrawn in one', [gone, shown], 'public'],
  ['was withdrawn in one, and is over in the other', [gone, over], 'public'],
  ['holds from later on in one language', [{ ...shown, holdsFrom: later }, shown], 'scheduled'],
  ['holds from now on', [{ ...shown, holdsFrom: now }], 'public'],
  ['holds from later on, and was over before', [{ ...over, holdsFrom: later }], 'scheduled'],
  ['is over in both languages', [over, over], 'over'],
  ['is over in one', [over, shown], 'public'],
  ['is shown for another moment', [{ ...shown, shownUntil: later }], 'public'],
  ['has no end', [shown, shown], 'public'],
])('derives the right state of a text that %s', (_what, sides, state) => {
  expect(publicationOf(sides, now)).toBe(state)
})
