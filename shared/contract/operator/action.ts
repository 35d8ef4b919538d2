import type { TObject, TSchema } from 'typebox'
import type { Reach } from './reach.ts'
import type { OperatorRole } from './roles.ts'
import type { Undo } from './undo.ts'

/**
 * Permission that an action needs. `except`: role that may not run it although its rank would do. `stepUp: 'money'`
 * requires that the second factor was given recently.
 */
export type Need = {
  readonly role: OperatorRole
  readonly except?: OperatorRole
  readonly stepUp?: 'money'
}

type Described<I extends TObject, O extends TSchema> = Need & {
  /**
   * Reach of an action: which people, money and security it can affect. Two-operator approval, daily limits and mails
   * to owners are derived from it.
   */
  readonly reach: Reach
  readonly input: I
  readonly output: O
  readonly onlyByCommand?: true
  readonly stream?: TSchema
  /** Output fields that are written to a file instead of shown, keyed by the option that names the file. */
  readonly saves?: Readonly<Record<string, string>>
}

type ReadAction<I extends TObject = TObject, O extends TSchema = TSchema> = Described<I, O> & {
  readonly kind: 'read'
  /**
   * The answer may be up to a second old, so a replica of the database may give it. Not for lists that operators act on:
   * they must show what was just done.
   */
  readonly mayLag?: true
}

/** Action that changes data. Writes one audit row under its name, and can be previewed. */
export type ActAction<I extends TObject = TObject, O extends TSchema = TSchema> = Described<I, O> & {
  readonly kind: 'act'
  /** The action that undoes this one, or the reason why nothing does. Previews show it. */
  readonly undo: Undo
  readonly asksFor?: string
}
/**
 * Action that edits a saved record. Its form starts with the current values; concurrent changes are merged or shown as
 * a conflict.
 */
export type EditAction<I extends TObject = TObject, O extends TSchema = TSchema> = ActAction<I, O> & {
  readonly edits: readonly (keyof I['properties'] & string)[]
}
export type OperatorAction = ReadAction | ActAction | EditAction

export const read = <I extends TObject, O extends TSchema>(
  action: Omit<ReadAction<I, O>, 'kind'>,
): ReadAction<I, O> => ({ kind: 'read', ...action })
export const act = <I extends TObject, O extends TSchema>(action: Omit<ActAction<I, O>, 'kind'>): ActAction<I, O> => ({
  kind: 'act',
  ...action,
})
/**
 * Makes the proposal variant of an action for support staff. It has the same fields and effects, but waits until an
 * operator with the needed role approves.
 */
export const askFor = <I extends TObject, O extends TSchema>(
  name: string,
  { reach, undo, input, output }: ActAction<I, O>,
): ActAction<I, O> => ({
  kind: 'act',
  reach,
  undo,
  role: 'support',
  asksFor: name,
  input,
  output,
})
export const edit = <I extends TObject, O extends TSchema>(
  action: Omit<EditAction<I, O>, 'kind'>,
): EditAction<I, O> => ({ kind: 'act', ...action })
