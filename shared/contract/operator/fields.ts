import type { Localized } from '../../language.ts'
import type { Sentence } from '../../sentence.ts'
import { must, type Must } from './must.ts'
import Type, { type TObject, type TProperties, type TSchema } from 'typebox'

/** List from which a form offers the values of a field: records of the shop, tiers of the affiliate terms, time zones. */
export type Source =
  | 'plan'
  | 'panel'
  | 'node'
  | 'endpoint'
  | 'apiKey'
  | 'segment'
  | 'benefit'
  | 'promo'
  | 'redeem'
  | 'operator'
  | 'network'
  | 'tier'
  | 'import'
  | 'reply'
  | 'mailing'
  | 'review'
  | 'case'
  | 'release'
  | 'view'
  | 'timeZone'

export type FieldNotes = {
  readonly hint?: string
  readonly must?: Must
  readonly date?: true
  /** The field takes a past month such as `2026-10`. */
  readonly month?: true
  /**
   * Choices of a field that takes several values: a fixed list, the plans of the shop, or the columns of the chosen
   * list.
   */
  readonly picks?: readonly string[] | 'plans' | 'columns'
  /** The field is chosen from a list: all countries, or what `Source` names. */
  readonly pick?: 'country' | Source
  /** The field takes several values, each in a row of its own or chosen in a list. */
  readonly rows?: 'networks' | 'lines' | 'orders' | 'payouts' | 'files' | 'oldPlans'
  /** The field is shown only while each field named here has one of the given values. */
  readonly when?: Readonly<Record<string, readonly string[]>>
  /** The field is required while it is shown, unless the field named here has a value. */
  readonly neededUnless?: string
  /** The field is hidden in a part of the form that the operator must unfold. */
  readonly advanced?: true
  /** The field holds the content of a file: text, or bytes in base64. */
  readonly file?: 'text' | 'base64'
  /** Default of a file field: the file next to the file of the field `field`, with the extension `ending`. */
  readonly beside?: readonly [field: string, ending: string]
  readonly folder?: readonly string[]
  /**
   * The field holds keys of the shop. They are stored sealed and never shown again: not in the audit log, and not to
   * the operator who decides about a proposal with them.
   */
  readonly secret?: true
  /** The value is generated on every run or shown only once, so previews leave it out. */
  readonly fresh?: true
  /**
   * The value changes by itself in a busy shop. Previews show it, but a difference in it does not invalidate the
   * preview.
   */
  readonly live?: true
  readonly money?: true
  readonly localized?: true
  /** The value comes from a fixed list of the product and is never free text. */
  readonly kept?: true
  /**
   * Content of a text input, for privacy handling. `user`, `order`: any identifier of a user or an order, replaced by
   * the id before storage. `person`: personal data, stored only where erasure deletes it, and masked for viewers.
   * `shop`: public id, address or text of the shop; not inspected. Absent: text that must not identify a person.
   */
  readonly holds?: 'user' | 'order' | 'person' | 'shop'
}

export const isWords = (field: FieldNotes & { readonly enum?: unknown; readonly pattern?: string }): boolean =>
  field.holds === undefined &&
  field.file === undefined &&
  field.folder === undefined &&
  field.date === undefined &&
  !field.enum &&
  field.pattern === undefined

export const Input = <P extends TProperties>(properties: P): TObject<P> =>
  Type.Object(properties, { additionalProperties: false })
export const Nothing = Input({})

export const Text = (notes: FieldNotes & { pattern?: string; maxLength?: number } = {}) =>
  Type.String({ minLength: 1, maxLength: 10_000, hint: 'TEXT', ...notes })
/** Text of at most `most` characters; the form and the refusal say so. */
export const Characters = (most: number, notes: FieldNotes & { pattern?: string } = {}) =>
  Type.String({ minLength: 1, maxLength: most, hint: 'TEXT', must: must('must.characters', { most }), ...notes })
export const Line = (most: number) => Characters(most, { pattern: '^[^\\n\\r]+$', must: must('must.line', { most }) })
export const Whole = (minimum: number, maximum: number, notes: FieldNotes = {}) =>
  Type.Integer({
    minimum,
    maximum,
    hint: 'N',
    must: must('must.whole', { least: minimum, most: maximum }),
    ...notes,
  })
export const Flag = Type.Boolean()
export const Day = Type.String({
  hint: 'DATE',
  must: must('must.date'),
  date: true,
  maxLength: 40,
})
/** Month in the time zone of the shop. */
export const Month = Text({
  hint: 'MONTH',
  pattern: '^20[0-9]{2}-(?:0[1-9]|1[0-2])$',
  month: true,
  holds: 'shop',
  must: must('must.month', { example: '2026-10' }),
})
export const OneOf = <const V extends readonly string[]>(values: V, notes: FieldNotes = {}) =>
  Type.Unsafe<V[number]>({
    enum: values,
    hint: values.join('|'),
    must: must('must.oneOf', { values: values.join(', ') }),
    ...notes,
  })
export const Decimal = (notes: FieldNotes = {}) =>
  Type.String({
    pattern: '^[0-9]{1,9}(?:[.][0-9]{1,2})?$',
    hint: '12.34',
    must: must('must.like', { example: '12.34' }),
    ...notes,
  })
export const Names = (hint = 'ID,ID', notes: FieldNotes = {}) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { hint, maxItems: 1_000, ...notes })
const uuid = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
export const Id = Type.String({ pattern: uuid, hint: 'ID', must: must('must.listed') })
export const TextFile = (notes: FieldNotes = {}) =>
  Type.String({ maxLength: 10_000_000, hint: 'FILE', file: 'text', ...notes })
export const BytesFile = (notes: FieldNotes = {}) =>
  Type.String({ maxLength: 10_000_000, hint: 'FILE', file: 'base64', ...notes })
export const NamedFile = Type.Object({ path: Type.String(), text: Type.String() })
export const Folder = (folder: readonly string[]) => Type.Array(NamedFile, { hint: 'FOLDER', folder })

export const Reason = Text()
/** Key of the shop. The command line reads it from a file, so that it is in no history of commands. */
export const Secret = (notes: FieldNotes = {}) =>
  Type.String({ minLength: 1, maxLength: 4_000, hint: 'FILE', file: 'text', secret: true, ...notes })

/** User id, account name, email, phone or invite code of one account. */
export const User = Text({
  hint: 'UID',
  holds: 'user',
})
export const Order = Text({ hint: 'NUMBER', holds: 'order' })

export const After = (hint: string) => Type.Optional(Text({ hint }))
export const AfterId = Type.Optional(
  Type.String({
    pattern: uuid,
    hint: 'ID',
    must: must('must.ofLastPage'),
  }),
)
export const AfterUid = Type.Optional(
  Type.Integer({
    minimum: 100_000_000,
    maximum: 999_999_999,
    hint: 'UID',
    must: must('must.ofLastPage'),
  }),
)
/** Page of a list. `next`: value to pass as `after` for the next page; null on the last page. */
export const Page = <R extends TSchema>(row: R) =>
  Type.Object({ items: Type.Array(row), next: Type.Union([Type.String(), Type.Integer(), Type.Null()]) })
export const Progress = Type.Object({ done: Type.Integer(), what: Type.String() })
export const Rows = <R extends TSchema>(row: R) => Type.Array(row)

/** Names of neighbouring output fields whose counts stopped at a limit; they are shown with "at least". */
export const AtLeast = Type.Array(Type.String())

export const Moment = (notes: FieldNotes = {}) => Type.Unsafe<Date>({ type: 'string', format: 'date-time', ...notes })
export const MaybeMoment = (notes: FieldNotes = {}) =>
  Type.Unsafe<Date | null>({ type: ['string', 'null'], format: 'date-time', ...notes })
export const Maybe = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
export const Sum = Type.Object({ amountMinor: Type.Integer(), currency: Type.Enum(['CNY', 'USD']) }, { money: true })
/** Amount stated by a provider; its currency may be one that the shop does not sell in. */
export const StatedSum = Type.Object({ amountMinor: Type.Integer(), currency: Type.String() }, { money: true })
export const InBoth = Type.Unsafe<Localized>({
  type: 'object',
  properties: { en: Type.String(), 'zh-CN': Type.String() },
  required: ['en', 'zh-CN'],
  localized: true,
})
/** Marks secrets, codes and new ids: shown after execution, never in a preview. */
export const Fresh = <T extends TSchema>(schema: T): T => ({ ...schema, fresh: true })
/** Marks a value from a fixed list (status, role, method), shown in the reader's language. */
export const Kept = <T extends TSchema>(schema: T): T => ({ ...schema, kept: true })
export const Live = <T extends TSchema>(schema: T): T => ({ ...schema, live: true })
/** Sentence of the server as data. The console and the command line turn it into text in the reader's language. */
export const Said = <T = Sentence>() => Type.Unsafe<T>({ type: 'string' })
export const Json = <T = unknown>() => Type.Unsafe<T>({})
