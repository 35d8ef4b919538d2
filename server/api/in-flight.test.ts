import { expect, it } from 'vitest'
import { InFlight } from './in-flight.ts'

it('limits parallel requests per key, and admits another when one ends', () => {
  const calls = new InFlight<string>(3)
  const ends = [calls.enter('flood'), calls.enter('flood'), calls.enter('flood')]
  expect(() => calls.enter('flood')).toThrow(
    expect.objectContaining({ status: 'TooManyRequests', retryAfterSeconds: 1 }),
  )
  calls.enter('maya')()
  ends[0]?.()
  const again = calls.enter('flood')
  expect(() => calls.enter('flood')).toThrow('TooManyRequests')
  for (const end of [...ends.slice(1), again]) end()
  for (let n = 0; n < 3; n++) calls.enter('flood')
  expect(() => calls.enter('flood')).toThrow('TooManyRequests')
})
