import type { TObject, TSchema } from 'typebox'
import { secondOf, type Reach } from './reach.ts'
import type { OperatorRole } from './roles.ts'

/** What it takes to do something. `money`: a code of the authenticator app within the last minutes. */
export type Need = {
  readonly role: OperatorRole
  /** Who may not, though they stand above the role. */
  readonly except?: OperatorRole
  readonly stepUp?: 'money'
}

type Described<I extends TObject, O extends TSchema> = Need & {
  /** Required of every action: second operator, daily limits and mails to owners follow from it. */
  readonly reach: Reach
  /** Plain English, for help, palette and documentation. */
  readonly summary: string
  readonly input: I
  readonly output: O
  /** The command of releases before this registry; it goes on working. */
  readonly was?: string
  /** Never in a browser: what it takes must not come near one. */
  readonly onlyByCommand?: true
  /** What is reported while the work goes on: rows of a list without end, or how far it has come. */
  readonly stream?: TSchema
  /** Fields of the output that a front saves rather than shows, by the name of the option that says where. */
  readonly saves?: Readonly<Record<string, string>>
}

/** Changes nothing and leaves no audit row. */
export type ReadAction<I extends TObject = TObject, O extends TSchema = TSchema> = Described<I, O> & {
  readonly kind: 'read'
}

/** Changes something, with one audit row under its name, and can be previewed. */
export type ActAction<I extends TObject = TObject, O extends TSchema = TSchema> = Described<I, O> & {
  readonly kind: 'act'
  /** When it takes a second operator beyond what its reach says, as half a sentence. The act itself says whether this one does. */
  readonly second?: string
  /** The action that is proposed by this one, which does nothing itself. */
  readonly asksFor?: string
  /** What a preview says and what is said afterwards; `{name}` is a field of the output or the input. */
  readonly says?: readonly [would: string, done: string]
  /** Names under which audit rows of earlier releases stand; by default the old command with dashes. */
  readonly wasAudited?: readonly string[]
}
/** Changes a thing that is kept. Its form is filled with what that is now; what someone else changed meanwhile is merged or asked about. */
export type EditAction<I extends TObject = TObject, O extends TSchema = TSchema> = ActAction<I, O> & {
  /** The fields of the input that say which thing. */
  readonly edits: readonly (keyof I['properties'] & string)[]
}
export type OperatorAction = ReadAction | ActAction | EditAction
export type ActionTable = Readonly<Record<string, OperatorAction>>

/** Keep the literal types of one action. */
export const read = <I extends TObject, O extends TSchema>(
  action: Omit<ReadAction<I, O>, 'kind'>,
): ReadAction<I, O> => ({ kind: 'read', ...action })
export const act = <I extends TObject, O extends TSchema>(action: Omit<ActAction<I, O>, 'kind'>): ActAction<I, O> => ({
  kind: 'act',
  ...action,
  ...secondBy(action),
})
const secondBy = (action: Omit<ActAction, 'kind'>): Pick<ActAction, 'second'> => {
  const second = secondOf({ ...action, kind: 'act' })
  return second === undefined ? {} : { second }
}
/** The same fields and the same effects, for support: what is asked for waits until a role that may do it decides. `asks`: "Asks for a refund". */
export const askFor = <I extends TObject, O extends TSchema>(
  name: string,
  { reach, input, output, second, says }: ActAction<I, O>,
  asks: string,
): ActAction<I, O> => ({
  kind: 'act',
  reach,
  role: 'support',
  asksFor: name,
  summary: `${asks}: it waits with its preview until finance or an owner grants or refuses it.${second === undefined ? '' : ' Beyond the limit of one operator, finance prepares it.'}`,
  second: 'Always: support asks, finance decides.',
  input,
  output,
  ...(says && { says }),
})
export const edit = <I extends TObject, O extends TSchema>(
  action: Omit<EditAction<I, O>, 'kind'>,
): EditAction<I, O> => ({ kind: 'act', ...action, ...secondBy(action) })
