import type { ActionInput, ActionName, ActionOutput } from '#shared/contract/operator.ts'
import type { KeysOf } from './field-name.ts'
import type { defaults } from './en/defaults.ts'

/** Actions that only propose another action and share that action's hints, previews and texts of empty fields. */
type Proposing = Extract<ActionName, `${string}.ask` | `${string}.ask-${string}`>

/** Texts of an action, by their use in the console and on the command line. */
export type ActionText = {
  /** Text of the action's button, menu entry and dialog title. */
  readonly label: string
  readonly about: string
  /**
   * Sentence that says when a second operator is needed. Set only if the default sentence for the action's reach does
   * not say it completely.
   */
  readonly second?: string
  /** Texts of the action's preview and result. `{name}` stands for the value of an output or input field. */
  readonly says?: readonly [would: string, done: string]
  /** Hints of input fields, where they differ from the default hint of a field with this name. */
  readonly hints?: Readonly<Record<string, string>>
  /** Texts shown for an output field without a value, and for an empty list. */
  readonly empty?: Readonly<Record<string, string>>
}

type Needed<N extends ActionName> = Exclude<keyof ActionInput<N> & string, keyof typeof defaults.hints>
type Hints<N extends ActionName> = { readonly [F in Needed<N>]: string } & {
  readonly [F in keyof ActionInput<N> & string]?: string
}
type TextOf<N extends ActionName> = Omit<ActionText, 'hints' | 'empty'> & {
  readonly empty?: { readonly [F in KeysOf<ActionOutput<N>>]?: string }
} & (N extends Proposing
    ? { readonly hints?: never; readonly says?: never; readonly second?: never }
    : [Needed<N>] extends [never]
      ? { readonly hints?: Hints<N> }
      : { readonly hints: Hints<N> })

/**
 * Type that demands texts for every action, and a hint for every input field that has no default hint. Actions that
 * only propose another take that action's hints.
 */
export type ActionTexts = { readonly [N in ActionName]: TextOf<N> }
