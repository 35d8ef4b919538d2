import type { Sentence } from '#shared/sentence.ts'
import type { ActionInput, ActionName, ActionOutput, OperatorActions } from '#shared/contract/operator.ts'

type Wire<T> = T extends Date | Sentence
  ? string
  : T extends readonly (infer U)[]
    ? readonly Wire<U>[]
    : T extends object
      ? { readonly [K in keyof T]: Wire<T[K]> }
      : T

export type ReadName = { [N in ActionName]: OperatorActions[N]['kind'] extends 'read' ? N : never }[ActionName]
export type ActName = Exclude<ActionName, ReadName>
export type Output<N extends ActionName> = Wire<ActionOutput<N>>
export type Input<N extends ActionName> = ActionInput<N>
/**
 * Input values that a page passes to an action's form, which then does not ask for them. `undefined` leaves an optional
 * field out.
 */
export type Given<N extends ActionName> = { readonly [K in keyof Input<N>]?: Input<N>[K] | undefined }
export type RowOf<N extends ActionName, K extends PropertyKey> =
  Output<N> extends Readonly<Record<K, readonly (infer R)[]>> ? R : never

export type OrderPage = Output<'orders.show'>
export type PersonPage = Output<'people.show'>
