import type { ConsoleKept, ConsoleOutcome, ConsoleRefusal, ConsoleStatus } from '#shared/console.ts'
import type { WorkChallenge } from '#shared/work-challenge.ts'

/** `NetworkError`: no answer came, or one that is not ours. The server may or may not have done what was asked. */
type Status = ConsoleStatus | 'NetworkError'

/** A call that did not succeed. `message` is for the operator and empty where no answer came; `code` is then 0. */
export class ConsoleError extends Error {
  readonly code: number
  readonly status: Status
  /** The input that is at fault. */
  readonly field: string | null
  /** With `EffectsChanged`: the effects of now. */
  readonly outcome: ConsoleOutcome | null
  /** With `EditedMeanwhile`: what it is now. */
  readonly kept: ConsoleKept | null
  /** With its solution the same call counts once more. */
  readonly work: WorkChallenge | null
  constructor(code: number, refusal: ConsoleRefusal | null) {
    super(refusal?.message ?? '')
    this.name = 'ConsoleError'
    this.code = code
    this.status = refusal?.status ?? 'NetworkError'
    this.field = refusal?.field ?? null
    this.outcome = refusal?.outcome ?? null
    this.kept = refusal?.kept ?? null
    this.work = refusal?.work ?? null
  }
}
