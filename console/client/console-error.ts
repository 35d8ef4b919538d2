import type { ConsoleKept, ConsoleOutcome, ConsoleRefusal, ConsoleStatus } from '#shared/console.ts'
import type { WorkChallenge } from '#shared/solve-work.ts'
import type { ShellTexts } from '#console/text/en/shell.ts'

/**
 * Error code of a failed call. `NetworkError`: no usable answer came, so the server may or may not have carried out the
 * call.
 */
type Status = ConsoleStatus | 'NetworkError'

/**
 * Failed console call. `message` is a text for the operator; without an answer from the server it is empty and `code`
 * is 0.
 */
export class ConsoleError extends Error {
  readonly code: number
  readonly status: Status
  readonly field: string | null
  /** Wrong part of the field's value, such as the path of a setting. */
  readonly part: string | null
  readonly requestId: string | null
  /** Current effects of the action; only set for the error code `EffectsChanged`. */
  readonly outcome: ConsoleOutcome | null
  /** Values that are saved now; only set for the error code `EditedMeanwhile`. */
  readonly kept: ConsoleKept | null
  readonly work: WorkChallenge | null
  constructor(code: number, refusal: ConsoleRefusal | null) {
    super(refusal?.message ?? '')
    this.name = 'ConsoleError'
    this.code = code
    this.status = refusal?.status ?? 'NetworkError'
    this.requestId = code >= 500 ? (refusal?.requestId ?? null) : null
    this.field = refusal?.field ?? null
    this.part = refusal?.part ?? null
    this.outcome = refusal?.outcome ?? null
    this.kept = refusal?.kept ?? null
    this.work = refusal?.work ?? null
  }
}

/**
 * Text of a refusal, in which the label of a field replaces its `{name}`. Without an answer from the server, a text
 * that says so.
 */
export const formatRefusal = (error: ConsoleError, t: ShellTexts, field: (name: string) => string): string =>
  error.message === '' ? t.offline : error.message.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => field(name))
