import { CircuitState, circuitBreaker, ConsecutiveBreaker, handleWhen, isBrokenCircuitError } from 'cockatiel'
import type { CallOutcome, Measure } from '#server/platform/measure.ts'
import { OutOfTime, whileAllowed } from '#server/platform/deadline.ts'
import {
  BadNotification,
  ProviderRefused,
  ProviderSilent,
  UnreadableList,
  type PaymentProvider,
  type ProviderId,
} from './providers/port.ts'

/** Consecutive calls without an answer before the breaker opens. After the pause a single call probes the provider. */
const failures = 5
const pauseMs = 15_000
/** Adapter methods that make no network request. */
const local = new Set(['parseNotification', 'reply'])

export type Guard = {
  readonly id: ProviderId
  readonly isSilent: () => boolean
  /** Number of jobs that may start, given `free` slots. During an outage only one job may run, as a probe. */
  readonly admit: (free: number, running: number) => number
}

export type Guarded = { readonly provider: PaymentProvider; readonly guard: Guard }
export type GuardOptions = {
  onChange?: (id: ProviderId, isSilent: boolean) => void
  pauseMs?: number
  /** Measures every call to the provider, including those rejected by the circuit breaker. */
  measure?: Pick<Measure, 'asked'>
}

/**
 * Wraps a provider with a circuit breaker, so that calls during an outage fail at once instead of after a timeout. A
 * refusal by the provider is an answer and does not open the breaker.
 */
export function guardProvider(
  provider: PaymentProvider,
  { onChange = () => {}, pauseMs: pause = pauseMs, measure }: GuardOptions = {},
): Guarded {
  const { id } = provider
  const isSilence = (error: unknown) =>
    ![ProviderRefused, BadNotification, UnreadableList].some((answer) => error instanceof answer)
  const breaker = circuitBreaker(handleWhen(isSilence), {
    halfOpenAfter: pause,
    breaker: new ConsecutiveBreaker(failures),
  })
  let silentUntil = 0
  breaker.onBreak(() => {
    if (silentUntil === 0) onChange(id, true)
    silentUntil = Date.now() + pause
  })
  breaker.onReset(() => {
    silentUntil = 0
    onChange(id, false)
  })
  const ask = async <T>(operation: string, call: () => Promise<T>): Promise<T> => {
    const begunAt = performance.now()
    let outcome: CallOutcome = 'ok'
    try {
      return await whileAllowed(() => breaker.execute(call))
    } catch (error) {
      outcome = outcomeOf(error)
      if (isBrokenCircuitError(error)) throw new ProviderSilent(`${id} does not answer, and is left alone for a while`)
      if (error instanceof OutOfTime) throw new ProviderSilent(`${id} did not answer in time: ${error.message}`)
      throw error
    } finally {
      measure?.asked({ provider: id, operation, outcome, seconds: (performance.now() - begunAt) / 1_000 })
    }
  }
  const asked = Object.entries(provider).map(([name, own]: [string, unknown]) =>
    typeof own === 'function' && !local.has(name)
      ? [name, (...parameters: unknown[]) => ask(name, async () => own.apply(provider, parameters) as unknown)]
      : [name, own],
  )
  return {
    provider: Object.fromEntries(asked) as PaymentProvider,
    guard: {
      id,
      isSilent: () => breaker.state !== CircuitState.Closed,
      admit: (free, running) => {
        if (breaker.state === CircuitState.Closed) return free
        return running === 0 && Date.now() >= silentUntil ? Math.min(1, free) : 0
      },
    },
  }
}

function outcomeOf(error: unknown): CallOutcome {
  if (isBrokenCircuitError(error)) return 'left_alone'
  if (error instanceof OutOfTime) return 'out_of_time'
  if (error instanceof ProviderRefused) return 'refused'
  if (error instanceof UnreadableList) return 'failed'
  return error instanceof ProviderSilent ? 'silent' : 'failed'
}
