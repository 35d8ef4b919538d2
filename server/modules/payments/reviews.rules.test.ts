import { expect, it } from 'vitest'
import { isTakenFrom, takenUntil } from './reviews.rules.ts'

const now = new Date('2026-11-23T08:00:00Z')
const later = takenUntil(now)

it('a review is claimed for 30 minutes', () => {
  expect(later).toEqual(new Date('2026-11-23T08:30:00Z'))
})

it.each([
  ['by no one', { takenBy: null, takenUntil: null }, ['ann'], false],
  ['by no one, though a time stands there', { takenBy: null, takenUntil: later }, ['ann'], false],
  ['by another', { takenBy: 'ben', takenUntil: later }, ['ann'], true],
  ['by oneself', { takenBy: 'ann', takenUntil: later }, ['ann'], false],
  ['by who prepared what is granted', { takenBy: 'ben', takenUntil: later }, ['ann', 'ben'], false],
  ['by another, until this moment', { takenBy: 'ben', takenUntil: now }, ['ann'], false],
  ['by another, where no one prepared anything', { takenBy: 'ben', takenUntil: later }, ['ann', undefined], true],
])('claiming an item %s', (_who, taken, operators, expected) => {
  expect(isTakenFrom(taken, operators, now)).toBe(expected)
})
