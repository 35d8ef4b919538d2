import { CircuitState, circuitBreaker, ConsecutiveBreaker, handleType, isBrokenCircuitError } from 'cockatiel'
import { PanelAway } from './port.ts'

const failures = 5
const restMs = 60_000

/** It was not asked, because it rests. */
export class PanelRests extends Error {}

export type PanelGuard = {
  /** Whether it has left five calls in a row without an answer, and is left alone for a minute. */
  readonly isResting: () => boolean
  readonly ask: <T>(call: () => Promise<T>) => Promise<T>
}

/** A refusal is an answer: one person whom a panel will not take keeps no one else waiting. */
export function guardPanel(pauseMs = restMs): PanelGuard {
  const breaker = circuitBreaker(handleType(PanelAway), {
    halfOpenAfter: pauseMs,
    breaker: new ConsecutiveBreaker(failures),
  })
  let restsUntil = 0
  breaker.onBreak(() => (restsUntil = Date.now() + pauseMs))
  return {
    isResting: () => breaker.state === CircuitState.Open && Date.now() < restsUntil,
    async ask(call) {
      try {
        return await breaker.execute(call)
      } catch (error) {
        if (isBrokenCircuitError(error)) throw new PanelRests('the panel rests')
        throw error
      }
    },
  }
}
