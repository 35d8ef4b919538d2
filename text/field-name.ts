import type { Localized } from '#shared/language.ts'
import type { Spoken } from '#shared/sentence.ts'
import type { OperatorLimitName } from '#shared/operator-limits.ts'
import type { ActionInput, ActionName, ActionOutput } from '#shared/contract/operator.ts'

/**
 * Names of all fields of a type at any depth, except inside dates, localized texts, amounts of money and maps with free
 * keys.
 */
export type KeysOf<T> = T extends Date | Localized | { readonly amountMinor: number; readonly currency: string }
  ? never
  : T extends readonly (infer U)[]
    ? KeysOf<U>
    : T extends object
      ? string extends keyof T
        ? never
        : { [K in keyof T & string]: K | KeysOf<T[K]> }[keyof T & string]
      : never

/**
 * Field names that `KeysOf` does not find in the types of actions: the amount inside a money value, and progress
 * counts.
 */
type Besides = 'amountMinor' | 'done' | 'ordersRead'
export type FieldName =
  | Besides
  | { [N in ActionName]: KeysOf<ActionInput<N>> | KeysOf<Spoken<ActionOutput<N>>> }[ActionName]

/** Enumerated values of a type at any depth: its string literals. */
type WordsOf<T> = T extends string
  ? string extends T
    ? never
    : T
  : T extends Date
    ? never
    : T extends readonly (infer U)[]
      ? WordsOf<U>
      : T extends object
        ? string extends keyof T
          ? never
          : { [K in keyof T & string]: WordsOf<T[K]> }[keyof T & string]
        : never
/** Values that are names, and so the same in every language. */
type ProperName =
  | 'webhook'
  | 'tron'
  | 'ethereum'
  | 'bsc'
  | 'polygon'
  | 'arbitrum'
  | 'optimism'
  | 'base'
  | 'stripe'
  | 'remnawave'
  | 'marzban'
  | 'vless'
  | 'trojan'
  | 'shadowsocks'
/**
 * All enumerated values of actions that need a label. Names of limits are excluded, because they are shown as fields.
 */
export type KeptWord = Exclude<
  { [N in ActionName]: WordsOf<ActionInput<N>> | WordsOf<Spoken<ActionOutput<N>>> }[ActionName],
  ProperName | OperatorLimitName
>
