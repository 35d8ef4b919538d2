import type { ActionInput, ActionName, ActionOutput } from '#shared/contract/operator.ts'
import type { Need } from '#shared/contract/operator/action.ts'
import type { OperatorRole } from '#shared/contract/operator/roles.ts'
import type { ErrorStatus } from '#shared/errors.ts'
import type { Sentence } from '#shared/sentence.ts'
import { say } from '#text/say.ts'
import type { BareCode } from '#text/sentence.ts'
import type { Config } from './config.ts'
import type { Database, Transaction } from './database.ts'

/** Account of `operators`. The id identifies a person; names are for display only. */
export type Operator = { readonly id: string; readonly name: string }

export type Acting = Operator & { readonly role: OperatorRole }

/** Reason for a rejection; each front end writes `sentence` out in its own way. */
export type Refusal = {
  readonly status: ErrorStatus
  readonly sentence: Sentence
  /** Writes that persist despite the rejection, in their own transaction; never run in a preview. */
  readonly keep?: ((tx: Transaction) => Promise<unknown>) | undefined
  /** Current record, if it changed since the form was loaded. */
  readonly edited?: Edited
}

/** Initial values of a form, keyed like the input; null if nothing is saved. `expect`: digest that later detects changes. */
export type Opened = { readonly values: Readonly<Record<string, unknown>> | null; readonly expect: string }
/** Current values, with the actions since then, newest first. */
export type Edited = Opened & {
  readonly meanwhile: readonly { readonly at: Date; readonly operator: string; readonly action: string }[]
}
export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: Refusal }

/** The sentence, or its code if it needs no values. */
export type Reason = Sentence | BareCode
const sentenceOf = (reason: Reason): Sentence => (typeof reason === 'string' ? { code: reason, params: {} } : reason)

export const refuse = (status: ErrorStatus, reason: Reason, keep?: Refusal['keep']): Result<never> => ({
  ok: false,
  refusal: { status, sentence: sentenceOf(reason), keep },
})

/** Rejection thrown by a step that several actions share; `run-action` converts it to a `Result`. */
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
  /** Subject of the audit row, like `order A1B2-C3D4`. */
  readonly subject: string
  readonly details: unknown
  /** Reason for needing a second operator. If set, only a proposal is saved. */
  readonly takesTwo?: Sentence | null
  /** Action that the second operator executes with the same input and output, if it is not this one. */
  readonly proposes?: ActionName
  /** Operator whom the proposal would remove; they can veto it. */
  readonly against?: string | null
  /** Stricter permission found during execution, beyond the registry's. */
  readonly needs?: Need | null
  /** Confirmation that the operator must give first; a preview still shows the effect. */
  readonly asks?: Refusal | null
  /** For actions whose reach varies: true if this run reaches that far. Absent counts as true. */
  readonly reaches?: boolean
  /** True for a repeated step that must not write another audit row, such as each further save of a draft. */
  readonly goesOn?: boolean
}
export const done = <O>(
  output: O,
  subject: string,
  details: unknown,
  more: Pick<Done<O>, 'takesTwo' | 'proposes' | 'against' | 'needs' | 'asks' | 'reaches' | 'goesOn'> = {},
): Result<Done<O>> => ({ ok: true, value: { output, subject, details, ...more } })

/** Dependencies of handlers; opened only when used. */
export type ActDeps = {
  readonly config: Config
  readonly emit: (step: unknown) => void
  /** Operator whose proposal is being executed. */
  readonly preparedBy?: string
  /** True if the proposer could execute it themselves, false if they could only propose it. */
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
  /** Requires a fresh second factor, or returns why it is missing; for reads that turn out to need it. */
  readonly confirm: () => Promise<Result<null>>
}
export type Read<N extends ActionName> = (
  database: Database,
  input: ActionInput<N>,
  operator: Acting,
  deps: ReadDeps,
) => Promise<Result<ActionOutput<N>>>

/** Action with a step before the transaction, for calls to external services or long computations. */
export type LookAct<N extends ActionName, Seen> = {
  readonly look: (database: Database, input: ActionInput<N>, operator: Acting, deps: ActDeps) => Promise<Seen>
  readonly act: Act<N, Seen>
}

/** Current state of the record that an input names. */
export type Kept = {
  readonly subject: string
  /** Values keyed like the input, without its identifying fields; null if there is no record. */
  readonly values: Readonly<Record<string, unknown>> | null
  /** State that no form shows but whose change counts as a conflict. */
  readonly unseen?: unknown
}
/** Reads under the lock that the action takes, so the record cannot change until the transaction ends. */
export type FindKept<Keys> = (tx: Transaction, keys: Keys, deps: ActDeps) => Promise<Kept>
export type EditAct<N extends ActionName> = { readonly kept: FindKept<ActionInput<N>>; readonly act: Act<N> }

/** Runs one part of a long action; a preview runs it in a transaction that is rolled back, including nested ones. */
export type Part = <T>(work: (database: Database) => Promise<T>) => Promise<T>
export type PartsDeps = ActDeps & {
  readonly part: Part
  readonly preview: boolean
  /** Writes the audit row of a part, in the transaction of its effect. */
  readonly audit: (tx: Transaction, subject: string, details: unknown) => Promise<unknown>
}
/** Action too long for one transaction: its parts commit one by one, each with an audit row. */
export type PartsAct<N extends ActionName> = {
  readonly parts: (
    database: Database,
    input: ActionInput<N>,
    operator: Acting,
    deps: PartsDeps,
  ) => Promise<Result<ActionOutput<N>>>
}
