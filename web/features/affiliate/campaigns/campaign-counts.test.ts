import { expect, test } from 'vitest'
import en from '#text/en/site/affiliate-dashboard.ts'

test('one visit and one sign-up have singular labels', () => {
  const { visits, signUps } = en.links
  expect([visits(1), visits(0), signUps(1), signUps(12)]).toEqual(['1 visit', '0 visits', '1 sign-up', '12 sign-ups'])
})
