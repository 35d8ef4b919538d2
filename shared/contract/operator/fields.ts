import type { Localized } from '../../language.ts'
import Type, { type TObject, type TProperties, type TSchema } from 'typebox'

/** What a field says of itself beyond its type: to forms, to the command line's help, and to the person who typed it wrong. */
export type FieldNotes = {
  readonly description?: string
  /** What stands for the value in help: `--days N`. */
  readonly hint?: string
  /** Ends the sentence "--days is …". */
  readonly must?: string
  /** `2026-12-31`, midnight UTC, or a full ISO time with its zone. */
  readonly date?: true
  /** The field holds what stands in a file: its text, or its bytes in base64. */
  readonly file?: 'text' | 'base64'
  /** Without a value: the file of another field with this ending. */
  readonly beside?: readonly [field: string, ending: string]
  /** The field holds the files of a folder that match these patterns. */
  readonly folder?: readonly string[]
  /** What stands for an empty list or value. */
  readonly none?: string
  /** Made anew each time, or readable once: no preview shows it. */
  readonly fresh?: true
  /** Moves by itself in a busy shop: a preview shows it, and is not compared by it. */
  readonly live?: true
  /** A sum in minor units beside its currency. */
  readonly money?: true
  /** A text in each language of the site. */
  readonly localized?: true
  /** A word of the product, or several behind each other: nothing that someone typed. */
  readonly kept?: true
  /**
   * What a text of an input holds. `user` and `order`: any name of one, replaced by its id before anything is stored.
   * `person`: personal data that is stored only where erasure deletes it, and masked for viewers. `shop`: an id, an
   * address or a public text of the shop, which is not looked at. Without it: words that name no person.
   */
  readonly holds?: 'user' | 'order' | 'person' | 'shop'
}

/** An input object: what it does not declare is refused. */
export const Input = <P extends TProperties>(properties: P): TObject<P> =>
  Type.Object(properties, { additionalProperties: false })
export const Nothing = Input({})

export const Text = (description: string, notes: FieldNotes & { pattern?: string } = {}) =>
  Type.String({ minLength: 1, maxLength: 10_000, hint: 'TEXT', description, ...notes })
export const Whole = (minimum: number, maximum: number, description: string, notes: FieldNotes = {}) =>
  Type.Integer({
    minimum,
    maximum,
    hint: 'N',
    must: `a whole number from ${minimum} to ${maximum}`,
    description,
    ...notes,
  })
export const Flag = (description: string) => Type.Boolean({ description })
export const Day = (description: string) =>
  Type.String({
    hint: 'DATE',
    must: 'a date like 2026-12-31 (from midnight UTC), or a time with its zone',
    date: true,
    maxLength: 40,
    description,
  })
export const OneOf = <const V extends readonly string[]>(values: V, description: string) =>
  Type.Unsafe<V[number]>({
    enum: values,
    hint: values.join('|'),
    must: `one of ${values.join(', ')}`,
    description,
  })
/** In the currency that the sum is in: `12.34`. */
export const Decimal = (description: string, notes: FieldNotes = {}) =>
  Type.String({ pattern: '^[0-9]{1,9}(?:[.][0-9]{1,2})?$', hint: '12.34', must: 'like 12.34', description, ...notes })
/** On the command line by commas. */
export const Names = (description: string, hint = 'ID,ID', notes: FieldNotes = {}) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { hint, description, maxItems: 1_000, ...notes })
const uuid = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
/** `list`: where the operator finds it. */
export const Id = (list: string, description: string) =>
  Type.String({ pattern: uuid, hint: 'ID', must: `one of "${list}"`, description })
export const TextFile = (description: string, notes: FieldNotes = {}) =>
  Type.String({ maxLength: 10_000_000, hint: 'FILE', file: 'text', description, ...notes })
export const BytesFile = (description: string, notes: FieldNotes = {}) =>
  Type.String({ maxLength: 10_000_000, hint: 'FILE', file: 'base64', description, ...notes })
export const NamedFile = Type.Object({ path: Type.String(), text: Type.String() })
export const Folder = (folder: readonly string[], description: string) =>
  Type.Array(NamedFile, { hint: 'FOLDER', folder, description })

export const Reason = (reader = 'Stands in the audit log.') => Text(reader)
export const User = Text('User id, account name, email, phone or invite code of one account', {
  hint: 'UID',
  holds: 'user',
})
export const Order = Text('Number or id of exactly one order', { hint: 'NUMBER', holds: 'order' })

/** Where a list goes on. */
export const After = (hint: string) => Type.Optional(Text('Goes on after the last row of the page before', { hint }))
export const AfterId = Type.Optional(
  Type.String({
    pattern: uuid,
    hint: 'ID',
    must: 'an id of the page before',
    description: 'Goes on after the last row of the page before',
  }),
)
export const AfterUid = Type.Optional(
  Type.Integer({
    minimum: 100_000_000,
    maximum: 999_999_999,
    hint: 'UID',
    must: 'a user id of the page before',
    description: 'Goes on after the last row of the page before',
  }),
)
/** A page of a list; `next`: what `after` is for the one behind it, null at the end. */
export const Page = <R extends TSchema>(row: R, none: string) =>
  Type.Object({ items: Type.Array(row, { none }), next: Type.Union([Type.String(), Type.Integer(), Type.Null()]) })
/** How far an act has come that takes long: so many are done, and what they are. */
export const Progress = Type.Object({ done: Type.Integer(), what: Type.String() })
export const Rows = <R extends TSchema>(row: R, none = '') => Type.Array(row, { none })

/** Names of fields beside it whose numbers were not counted to the end. Readers see "at least" before them. */
export const AtLeast = Type.Array(Type.String())

/** In the process a Date, on the wire what JSON makes of it. */
export const Moment = (notes: FieldNotes = {}) => Type.Unsafe<Date>({ type: 'string', format: 'date-time', ...notes })
export const MaybeMoment = (notes: FieldNotes = {}) =>
  Type.Unsafe<Date | null>({ type: ['string', 'null'], format: 'date-time', ...notes })
export const Maybe = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
export const Sum = Type.Object({ amountMinor: Type.Integer(), currency: Type.Enum(['CNY', 'USD']) }, { money: true })
/** What a provider stated: its currency may be one that the shop does not sell in. */
export const StatedSum = Type.Object({ amountMinor: Type.Integer(), currency: Type.String() }, { money: true })
export const InBoth = Type.Unsafe<Localized>({
  type: 'object',
  properties: { en: Type.String(), 'zh-CN': Type.String() },
  required: ['en', 'zh-CN'],
  localized: true,
})
/** Secrets, codes and new ids: shown when it is done, never in a preview. */
export const Fresh = <T extends TSchema>(schema: T): T => ({ ...schema, fresh: true })
/** A status, a role, a way of paying: said in the reader’s language. */
export const Kept = <T extends TSchema>(schema: T): T => ({ ...schema, kept: true })
export const Live = <T extends TSchema>(schema: T): T => ({ ...schema, live: true })
/** Whatever the product keeps as JSON. */
export const Json = <T = unknown>() => Type.Unsafe<T>({})
