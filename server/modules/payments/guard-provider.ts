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

/** So many calls in a row without an answer, and the provider is left alone for so long. Then one call asks how it is. */
const failures = 5
const pauseMs = 15_000
/** What a provider's adapter does without asking it. */
const local = new Set(['parseNotification', 'reply'])

export type Guard = {
  readonly id: ProviderId
  readonly isSilent: () => boolean
  /** How many more jobs may be begun that will ask it, of `free` slots: none while it is silent, but for the one that asks how it is. */
  readonly admit: (free: number, running: number) => number
}

export type Guarded = { readonly provider: PaymentProvider; readonly guard: Guard }
export type GuardOptions = {
  onChange?: (id: ProviderId, isSilent: boolean) => void
  pauseMs?: number
  /** Told of every call, also of one that was not made because of a silence. */
  measure?: Pick<Measure, 'asked'>
}

/**
 * Anyone who asks a provider that does not answer is told so at once, instead of after its time-out, and nothing waits for it. A
 * refusal is an answer.
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
