import { expect, it } from 'vitest'
import { historyDays } from '#shared/service-history.ts'
import { drawBars, listGaps, listStates } from './days.ts'

const history = {
  service: 'servers',
  until: '2026-11-29',
  days: [
    { day: '2026-11-26', minutes: 9, partly: 1, down: 0 },
    { day: '2026-11-28', minutes: 9, partly: 1, down: 1 },
    { day: '2026-11-29', minutes: 9, partly: 0, down: 0 },
  ],
  uptime: null,
} as const

it('each of the last 90 days has its worst state, and days without measurements none', () => {
  const states = listStates(history)
  expect(states).toHaveLength(historyDays)
  expect(states[0]).toEqual({ day: '2026-09-01', state: 'none' })
  expect(states.slice(-4).map(({ state }) => state)).toEqual(['partly', 'none', 'down', 'up'])
})

it('days without measurements are listed as ranges', () => {
  expect(listGaps(history)).toEqual([
    { from: '2026-09-01', until: '2026-11-25' },
    { from: '2026-11-27', until: '2026-11-27' },
  ])
})

it('bars of a state are at the positions of its days, lower for a worse state', () => {
  const states = [{ state: 'up' }, { state: 'down' }, { state: 'up' }] as const
  expect(drawBars(states, 'up')).toBe('M1 0h8v40h-8zM21 0h8v40h-8z')
  expect(drawBars(states, 'down')).toBe('M11 27h8v13h-8z')
  expect(drawBars(states, 'none')).toBe('')
})
