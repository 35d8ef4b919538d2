import type { EditAction } from '#shared/contract/operator/action.ts'
import type { ActionName, operatorActions } from '#shared/contract/operator.ts'
import type {
  Act,
  Acting,
  ActDeps,
  Done,
  EditAct,
  Kept,
  LookAct,
  PartsAct,
  Read,
  ReadDeps,
  Result,
} from '#server/platform/act.ts'
import type { Database, Transaction } from '#server/platform/database.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- what one handler saw is its own: nothing else reads it
type AnyLook<N extends ActionName> = LookAct<N, any>
// oxlint-disable-next-line typescript/no-explicit-any -- see above
type AnyLookEdit<N extends ActionName> = AnyLook<N> & EditAct<N, any>
type Handler<N extends ActionName> = (typeof operatorActions)[N] extends { readonly kind: 'read' }
  ? Read<N>
  : (typeof operatorActions)[N] extends EditAction
    ? EditAct<N> | AnyLookEdit<N>
    : Act<N> | AnyLook<N> | PartsAct<N>
export type Handlers<N extends ActionName = ActionName> = { readonly [K in N]: Handler<K> }
export type HandlersOf<T> = Handlers<Extract<keyof T, ActionName>>

export type PlainHandler = PlainRead | PlainAct | PlainSteps | PlainParts
export type PlainSteps = { look?: PlainLook; kept?: PlainKept; act: PlainAct }
export type PlainParts = { parts: PartsAct<never>['parts'] }
export type PlainRead = (db: Database, input: unknown, operator: Acting, deps: ReadDeps) => Promise<Result<unknown>>
export type PlainLook = (db: Database, input: unknown, operator: Acting, deps: ActDeps) => Promise<unknown>
export type PlainKept = (tx: Transaction, keys: unknown, deps: ActDeps) => Promise<Kept>
export type PlainAct = (
  tx: Transaction,
  input: unknown,
  operator: Acting,
  deps: ActDeps,
  seen: unknown,
) => Promise<Result<Done<unknown>>>
