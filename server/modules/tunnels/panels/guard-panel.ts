import { CircuitState, circuitBreaker, ConsecutiveBreaker, handleType, isBrokenCircuitError } from 'cockatiel'
import { PanelAway } from './port.ts'

const failures = 5
const restMs = 60_000

/** Thrown instead of making a request while the panel's circuit breaker is open. */
export class PanelRests extends Error {}

export type PanelGuard = {
  /** True if the circuit breaker is open, which it is for a minute after five consecutive calls without an answer. */
  readonly isResting: () => boolean
  readonly ask: <T>(call: () => Promise<T>) => Promise<T>
}

/**
 * Creates the circuit breaker of a panel. A refusal counts as an answer, because one rejected person must not delay the
 * others.
 */
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
