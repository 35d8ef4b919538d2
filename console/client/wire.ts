import type { ActionInput, ActionName, ActionOutput, OperatorActions } from '#shared/contract/operator.ts'

/** What JSON makes of a value. */
export type Wire<T> = T extends Date
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
/** Fields that a place knows, and with `undefined` those that are no question there. */
export type Given<N extends ActionName> = { readonly [K in keyof Input<N>]?: Input<N>[K] | undefined }
/** A row of the list that an action returns under this name. */
export type RowOf<N extends ActionName, K extends PropertyKey> =
  Output<N> extends Readonly<Record<K, readonly (infer R)[]>> ? R : never
