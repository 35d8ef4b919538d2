import { expect, it } from 'vitest'
import { isTakenFrom, takenUntil } from './reviews.rules.ts'

const now = new Date('2026-11-23T08:00:00Z')
const later = takenUntil(now)

it('assigns a review to an operator for 30 minutes', () => {
  expect(later).toEqual(new Date('2026-11-23T08:30:00Z'))
})

it.each([
  ['claimed by nobody', { takenBy: null, takenUntil: null }, ['ann'], false],
  ['claimed until a time by no operator', { takenBy: null, takenUntil: later }, ['ann'], false],
  ['claimed by another operator', { takenBy: 'ben', takenUntil: later }, ['ann'], true],
  ['claimed by oneself', { takenBy: 'ann', takenUntil: later }, ['ann'], false],
  ['claimed by the author of the proposal', { takenBy: 'ben', takenUntil: later }, ['ann', 'ben'], false],
  ['claimed by another operator until this moment', { takenBy: 'ben', takenUntil: now }, ['ann'], false],
  ['claimed by another operator without a proposal', { takenBy: 'ben', takenUntil: later }, ['ann', undefined], true],
])('recognises a review %s as taken or free', (_who, taken, operators, expected) => {
  expect(isTakenFrom(taken, operators, now)).toBe(expected)
})
