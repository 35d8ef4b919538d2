import type { Lane } from './job-lanes.ts'

/** `route`: the pattern of the route, never an address; null where none was found. */
export type AnsweredCall = {
  readonly method: string
  readonly route: string | null
  readonly status: number
  readonly seconds: number
}
/** `refused` is an answer. `left_alone`: not asked at all, because of its silence. */
export type CallOutcome = 'ok' | 'refused' | 'silent' | 'left_alone' | 'out_of_time' | 'failed'
export type ProviderCall = {
  readonly provider: string
  readonly operation: string
  readonly outcome: CallOutcome
  readonly seconds: number
}
/** `dead`: given up. `halted`: put off, because its provider is away. `lost`: another process has it. */
export type JobOutcome = 'done' | 'failed' | 'dead' | 'halted' | 'lost'
export type EndedJob = {
  readonly lane: Lane
  readonly kind: string
  readonly outcome: JobOutcome
  /** How long this run took, in seconds. */
  readonly seconds: number
  /** From when it was due first to its end, in seconds. */
  readonly sinceDueSeconds: number
}

/** What a process counts of what it does. Each costs a few additions, and nothing where no one reads metrics. */
export type Measure = {
  answered(call: AnsweredCall): void
  asked(call: ProviderCall): void
  jobEnded(job: EndedJob): void
}

export const unmeasured: Measure = { answered: () => {}, asked: () => {}, jobEnded: () => {} }
