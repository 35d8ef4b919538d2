import type { ActionInput, ActionName, ActionOutput } from '#shared/contract/operator.ts'
import type { Need } from '#shared/contract/operator/action.ts'
import type { OperatorRole } from '#shared/contract/operator/roles.ts'
import type { ErrorStatus } from '#shared/errors.ts'
import type { Config } from './config.ts'
import type { Database, Transaction } from './database.ts'
import type { Operator } from './operator.ts'

/** Who acts, with what they may do. */
export type Acting = Operator & { readonly role: OperatorRole }

/** Why something was not done. In `message`, `{name}` stands for a field of the input: each front spells it its own way. */
export type Refusal = {
  readonly status: ErrorStatus
  readonly message: string
  /** What is to be kept even so, in a transaction of its own; never of a preview. */
  readonly keep?: ((tx: Transaction) => Promise<unknown>) | undefined
  /** What it was to change is no longer what its form was filled from. */
  readonly edited?: Edited
}

/** What a form is filled from. `values`: in the words of the input; null: nothing of it is kept. `expect`: says later whether it is still so. */
export type Opened = { readonly values: Readonly<Record<string, unknown>> | null; readonly expect: string }
/** What it is now, and who did what about it since, the newest first. */
export type Edited = Opened & {
  readonly meanwhile: readonly { readonly at: Date; readonly operator: string; readonly action: string }[]
}
export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: Refusal }

export const refuse = (status: ErrorStatus, message: string, keep?: Refusal['keep']): Result<never> => ({
  ok: false,
  refusal: { status, message, keep },
})

/** A refusal from deep inside a step that several acts share; `run-action` makes the same `Result` of it. */
export class Refused extends Error {
  readonly refusal: Refusal
  constructor(status: ErrorStatus, message: string) {
    super(message)
    this.refusal = { status, message }
  }
}

/** What an act did, for who asked and for the audit log. */
export type Done<O> = {
  readonly output: O
  /** Of the audit row: what it is about, like `order A1B2-C3D4`. */
  readonly subject: string
  readonly details: unknown
  /** Why this takes a second operator, as a sentence. Then nothing is kept but a proposal. */
  readonly takesTwo?: string | null
  /** What the other operator would carry out, with the same input and output, where it is not this action. */
  readonly proposes?: ActionName
  /** The operator whom a proposal of this would take away: they can stop it. */
  readonly against?: string | null
  /** What turned out to need more than the registry says of the action. */
  readonly needs?: Need | null
  /** What the operator has to state before it is done; a preview shows what would be done all the same. */
  readonly asks?: Refusal | null
  /** Of an action whose reach has a `when`: whether this run reaches so far. Absent counts as yes. */
  readonly reaches?: boolean
  /** One more step of work whose audit row this operator left at its first step, as each save of a draft that they go on writing. */
  readonly goesOn?: boolean
}
export const done = <O>(
  output: O,
  subject: string,
  details: unknown,
  more: Pick<Done<O>, 'takesTwo' | 'proposes' | 'against' | 'needs' | 'asks' | 'reaches' | 'goesOn'> = {},
): Result<Done<O>> => ({ ok: true, value: { output, subject, details, ...more } })

/** What handlers get besides: nothing of it is opened before it is asked for. */
export type ActDeps = {
  readonly config: Config
  /** Reports what the action's `stream` declares. */
  readonly emit: (step: unknown) => void
  /** Whose proposal this carries out. */
  readonly preparedBy?: string
  /** They may do it themselves, and did not only ask for it. */
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
  /** Sees to it that the second factor is fresh, or says why it is not: of what turns out to need it. */
  readonly confirm: () => Promise<Result<null>>
}
export type Read<N extends ActionName> = (
  database: Database,
  input: ActionInput<N>,
  operator: Acting,
  deps: ReadDeps,
) => Promise<Result<ActionOutput<N>>>

/** What must ask the world outside first, or compute for long, does so before the transaction. */
export type LookAct<N extends ActionName, Seen> = {
  readonly look: (database: Database, input: ActionInput<N>, operator: Acting, deps: ActDeps) => Promise<Seen>
  readonly act: Act<N, Seen>
}

/** What is kept now of the thing that an input names. */
export type Kept = {
  /** As audit rows have it. */
  readonly subject: string
  /** In the words of the input, without what says which thing it is; null where there is none. */
  readonly values: Readonly<Record<string, unknown>> | null
  /** What no form shows, as keys, but what is noticed where it changed. */
  readonly unseen?: unknown
}
/** Looks under the lock that the act takes, so that nothing moves until the transaction ends. */
export type FindKept<Keys> = (tx: Transaction, keys: Keys, deps: ActDeps) => Promise<Kept>
/** An act with `edits` in the registry. */
export type EditAct<N extends ActionName> = { readonly kept: FindKept<ActionInput<N>>; readonly act: Act<N> }

/** Runs a part of long work; in a preview in one transaction that is rolled back, whatever transactions it opens itself. */
export type Part = <T>(work: (database: Database) => Promise<T>) => Promise<T>
export type PartsDeps = ActDeps & {
  readonly part: Part
  readonly preview: boolean
  /** The audit row of a part, under the action's name, in the transaction of its effect. */
  readonly audit: (tx: Transaction, subject: string, details: unknown) => Promise<unknown>
}
/** Work too long for one transaction: parts that commit one by one, each with its audit row. */
export type PartsAct<N extends ActionName> = {
  readonly parts: (
    database: Database,
    input: ActionInput<N>,
    operator: Acting,
    deps: PartsDeps,
  ) => Promise<Result<ActionOutput<N>>>
}
