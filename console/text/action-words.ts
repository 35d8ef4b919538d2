import type { Localized } from '#shared/language.ts'
import type { ActionName, ActionInput, ActionOutput } from '#shared/contract/operator.ts'

/** How an action is called, and in Chinese what it does and what a preview and its end say; the registry says the rest in English. */
export type ActionWords = {
  readonly label: string
  readonly about?: string
  readonly says?: readonly [would: string, done: string]
}
export type Actions = Readonly<Record<ActionName, ActionWords>>

type KeysOf<T> = T extends Date | Localized | { readonly amountMinor: number; readonly currency: string }
  ? never
  : T extends readonly (infer U)[]
    ? KeysOf<U>
    : T extends object
      ? string extends keyof T
        ? never
        : { [K in keyof T & string]: K | KeysOf<T[K]> }[keyof T & string]
      : never

/** What long actions report on the way, and the parts of a sum that no schema marks as money. */
type Besides = 'amountMinor' | 'done' | 'ordersRead'
/** Every field that a form or a table shows. */
export type FieldName = Besides | { [N in ActionName]: KeysOf<ActionInput<N>> | KeysOf<ActionOutput<N>> }[ActionName]
export type Fields = Readonly<Record<FieldName, string>>
