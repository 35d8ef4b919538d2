import type { ActionInput, ActionName, ActionOutput } from '#shared/contract/operator.ts'
import type { Need } from '#shared/contract/operator/action.ts'
import type { OperatorRole } from '#shared/contract/operator/roles.ts'
import type { ErrorStatus } from '#shared/errors.ts'
import type { Sentence } from '#shared/sentence.ts'
import { say } from '#text/say.ts'
import type { BareCode } from '#text/sentence.ts'
import type { Config } from './config.ts'
import type { Database, Transaction } from './database.ts'

/** Operator account. The id identifies the person; the name is for display only. */
export type Operator = { readonly id: string; readonly name: string }

export type Acting = Operator & { readonly role: OperatorRole }

/** Why an operator action was rejected. The console and the command line each format `sentence` themselves. */
export type Refusal = {
  readonly status: ErrorStatus
  readonly sentence: Sentence
  /**
   * Database writes to keep although the action is rejected; they commit in a separate transaction. Never run in a
   * preview.
   */
  readonly keep?: ((tx: Transaction) => Promise<unknown>) | undefined
  readonly edited?: Edited
}

export type Opened = { readonly values: Readonly<Record<string, unknown>> | null; readonly expect: string }
export type Edited = Opened & {
  readonly meanwhile: readonly { readonly at: Date; readonly operator: string; readonly action: string }[]
}
export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: Refusal }

export type Reason = Sentence | BareCode
const sentenceOf = (reason: Reason): Sentence => (typeof reason === 'string' ? { code: reason, params: {} } : reason)

export const refuse = (status: ErrorStatus, reason: Reason, keep?: Refusal['keep']): Result<never> => ({
  ok: false,
  refusal: { status, sentence: sentenceOf(reason), keep },
})

/** Error by which a step that several actions share rejects an action; `run-action` converts it to a `Result`. */
export class Refused extends Error {
  readonly refusal: Refusal
  constructor(status: ErrorStatus, reason: Reason) {
    const sentence = sentenceOf(reason)
    super(say('en', sentence))
    this.refusal = { status, sentence }
  }
}

export type Done<O> = {
  readonly output: O
  readonly subject: string
  readonly details: unknown
  /** Reason why the action needs a second operator. If this is set, only a proposal is saved. */
  readonly takesTwo?: Sentence | null
  /**
   * Set if the second operator executes a different action from the proposed one; both have the same input and output.
   */
  readonly proposes?: ActionName
  readonly against?: string | null
  /** Permission that proved necessary while the action ran; stricter than the one its contract declares. */
  readonly needs?: Need | null
  /** True if this run affects all customers. Set only by actions for which that varies; absent counts as true. */
  readonly reaches?: boolean
  /** True if this run needs no audit row of its own, such as the second and later saves of a draft. */
  readonly goesOn?: boolean
}
export const done = <O>(
  output: O,
  subject: string,
  details: unknown,
  more: Pick<Done<O>, 'takesTwo' | 'proposes' | 'against' | 'needs' | 'reaches' | 'goesOn'> = {},
): Result<Done<O>> => ({ ok: true, value: { output, subject, details, ...more } })

export type ActDeps = {
  readonly config: Config
  readonly emit: (step: unknown) => void
  readonly preparedBy?: string
  /** True if the proposer could execute the action alone; false if they could only propose it. */
  readonly isPreparerEntitled?: boolean
}

export type Act<N extends ActionName, Seen = undefined> = (
  tx: Transaction,
  input: ActionInput<N>,
  operator: Acting,
  deps: ActDeps,
  seen: Seen,
) => Promise<Result<Done<ActionOutput<N>>>>

export type ReadDeps = ActDeps & {
  /**
   * Requires a fresh second factor, or returns why it is missing. For actions that notice only after reading data that
   * they need one.
   */
  readonly confirm: () => Promise<Result<null>>
}
export type Read<N extends ActionName> = (
  database: Database,
  input: ActionInput<N>,
  operator: Acting,
  deps: ReadDeps,
) => Promise<Result<ActionOutput<N>>>

/** Action with a step before the transaction, for slow work such as calls to external services. */
export type LookAct<N extends ActionName, Seen> = {
  readonly look: (database: Database, input: ActionInput<N>, operator: Acting, deps: ActDeps) => Promise<Seen>
  readonly act: Act<N, Seen>
}

export type Kept = {
  readonly subject: string
  readonly values: Readonly<Record<string, unknown>> | null
  /**
   * Data that the form does not show. If it has changed since the form was loaded, the edit is refused as a conflict.
   */
  readonly unseen?: unknown
}
/** Reads the record to edit under the action's row lock, so that nobody changes it before the transaction ends. */
export type FindKept<Keys> = (tx: Transaction, keys: Keys, deps: ActDeps) => Promise<Kept>
export type EditAct<N extends ActionName, Seen = undefined> = {
  readonly kept: FindKept<ActionInput<N>>
  readonly act: Act<N, Seen>
}

/** Runs one part of a long action in a database transaction, which is rolled back in a preview. */
export type Part = <T>(work: (database: Database) => Promise<T>) => Promise<T>
export type PartsDeps = ActDeps & {
  readonly part: Part
  readonly preview: boolean
  readonly audit: (tx: Transaction, subject: string, details: unknown) => Promise<unknown>
}
/** Action too long for one database transaction: its parts commit one by one, each with an audit row. */
export type PartsAct<N extends ActionName> = {
  readonly parts: (
    database: Database,
    input: ActionInput<N>,
    operator: Acting,
    deps: PartsDeps,
  ) => Promise<Result<ActionOutput<N>>>
}
