import type { Spoken } from '#shared/sentence.ts'
import type { Localized } from '#shared/language.ts'
import type { ActionName, ActionInput, ActionOutput } from '#shared/contract/operator.ts'

/** Words of an action. English needs only the label, because the registry has the rest; Chinese needs all. */
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

/** Fields without a money schema, and progress fields. */
type Besides = 'amountMinor' | 'done' | 'ordersRead'
export type FieldName =
  | Besides
  | { [N in ActionName]: KeysOf<ActionInput<N>> | KeysOf<Spoken<ActionOutput<N>>> }[ActionName]
export type Fields = Readonly<Record<FieldName, string>>
