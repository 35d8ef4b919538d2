import type { Lane } from './job-lanes.ts'

export type AnsweredCall = {
  readonly method: string
  readonly route: string | null
  readonly status: number
  readonly seconds: number
}
/**
 * Outcome of a call to a provider. `refused`: the provider rejected the call. `silent`: no answer. `left_alone`: not
 * called, because earlier calls got no answer.
 */
export type CallOutcome = 'ok' | 'refused' | 'silent' | 'left_alone' | 'out_of_time' | 'failed'
type ProviderCall = {
  readonly provider: string
  readonly operation: string
  readonly outcome: CallOutcome
  readonly seconds: number
}
/**
 * Outcome of a job. `dead`: given up. `halted`: postponed, because its provider is down. `lost`: taken over by another
 * process.
 */
export type JobOutcome = 'done' | 'failed' | 'dead' | 'halted' | 'lost'
type EndedJob = {
  readonly lane: Lane
  readonly kind: string
  readonly outcome: JobOutcome
  readonly seconds: number
  /** Seconds from the time when the job was first due until it ended. */
  readonly sinceDueSeconds: number
}

export type Measure = {
  answered(call: AnsweredCall): void
  asked(call: ProviderCall): void
  jobEnded(job: EndedJob): void
}

export const unmeasured: Measure = { answered: () => {}, asked: () => {}, jobEnded: () => {} }
