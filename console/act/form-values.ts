import { isNetwork } from '#shared/network-text.ts'
import type { Must } from '#shared/contract/operator/must.ts'
import { fillPlain } from '#text/fill.ts'
import type { Shape } from '#console/client/shape.ts'
import type { ActingText } from '#console/text/en/acting.ts'
import { dayText, startOfDay } from '#console/client/display.ts'

export type ChosenFile = { readonly name: string; readonly content: string }
export type ChosenFolder = readonly { readonly path: string; readonly text: string }[]
export type FormValue = string | boolean | ChosenFile | ChosenFolder
export type FormValues = Readonly<Record<string, FormValue | undefined>>
export type FormErrors = Readonly<Record<string, string>>

/** Attributes that tie an input to its label, hint and error. */
export type Wiring = {
  readonly id: string
  readonly name: string
  readonly 'aria-invalid': true | undefined
  readonly 'aria-describedby': string | undefined
}

type Read = { readonly input: Readonly<Record<string, unknown>>; readonly errors: FormErrors }

/** Converts form values to the action's input, and collects the errors that the schema can reveal. */
export function readForm(schema: Shape, values: FormValues, texts: ActingText): Read {
  const input: Record<string, unknown> = {}
  const errors: Record<string, string> = {}
  for (const [name, shape] of Object.entries(schema.properties ?? {})) {
    const read = readField(name, shape, values[name], texts)
    if ('error' in read) errors[name] = read.error
    else if (read.value !== undefined) input[name] = read.value
    else if (schema.required?.includes(name)) errors[name] = texts.required
  }
  return { input, errors }
}

/** Converts saved values to form values; the inverse of `readForm`. */
export function writeForm(schema: Shape, kept: Readonly<Record<string, unknown>>): FormValues {
  const fields = Object.entries(schema.properties ?? {}).filter(([name]) => (kept[name] ?? null) !== null)
  return Object.fromEntries(fields.map(([name, shape]) => [name, writeField(name, shape, kept[name])]))
}

function writeField(name: string, shape: Shape, value: unknown): FormValue {
  if (typeof value === 'boolean') return value
  if (Array.isArray(value)) return value.join(shape.rows ? '\n' : ', ')
  const text = String(value)
  if (fieldKind(name, shape) !== 'date') return text
  const day = dayText(new Date(text))
  return startOfDay(day) === text ? day : text
}

type Field = { readonly value: unknown } | { readonly error: string }

function readField(name: string, shape: Shape, value: FormValue | undefined, texts: ActingText): Field {
  if (value === undefined) return { value }
  if (typeof value === 'boolean') return { value: value || undefined }
  if (typeof value !== 'string') {
    if (!('content' in value)) return { value }
    return { value: shape.secret && value.content.trim() === '' ? undefined : value.content }
  }
  const text = value.trim()
  const kind = fieldKind(name, shape)
  // The field for days is shown only after the operator chose to take days back. Empty is an error, because it would
  // mean to take none, which is the other choice.
  if (kind === 'days') return text === '' ? { error: texts.required } : readWhole({ ...shape, minimum: 1 }, text, texts)
  if (text === '') return { value: undefined }
  if (kind === 'whole') return readWhole(shape, text, texts)
  if (kind === 'names' || kind === 'picks' || kind === 'rows') {
    const names = shape.rows === undefined || splitsAtCommas.has(shape.rows) ? splitNames(text) : splitLines(text)
    const bad = shape.rows === 'networks' && names.find((each) => !isNetwork(each))
    return bad ? { error: texts.network(bad) } : { value: names }
  }
  if (kind === 'date') {
    // A value filled from a link may be a time with its zone instead of a day.
    const at = text.includes('T') ? text : startOfDay(text)
    return at === null ? { error: texts.date } : { value: at }
  }
  if (shape.pattern && !new RegExp(shape.pattern, 'u').test(text))
    return { error: kind === 'decimal' ? texts.decimal : shape.must ? sayMust(shape.must, texts) : texts.wrongAny }
  return { value: text }
}

/** Rows whose values contain no blank and no comma, and come with commas in links. */
const splitsAtCommas = new Set(['networks', 'orders'])
export const splitNames = (text: string): string[] => text.split(/[\s,，;；]+/).filter((each) => each !== '')
export const splitLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const sayMust = ({ code, params }: Must, texts: ActingText): string => texts.wrong(fillPlain(texts.must[code], params))

function readWhole(shape: Shape, text: string, texts: ActingText): Field {
  const number = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  const { minimum, maximum } = shape
  const outside = (minimum !== undefined && number < minimum) || (maximum !== undefined && number > maximum)
  return Number.isNaN(number) || outside ? { error: texts.wholeNumber(minimum, maximum) } : { value: number }
}

/**
 * Schema of the form for the choices made so far: without fields of other choices, and requiring the fields that these
 * choices need.
 */
export function shownSchema(schema: Shape, values: Readonly<Record<string, unknown>>): Shape {
  const isShown = ({ when = {} }: Shape) =>
    Object.entries(when).every(([name, wanted]) => wanted.includes(String(values[name])))
  const properties = Object.entries(schema.properties ?? {}).filter(([, shape]) => isShown(shape))
  const needed = properties.filter(([, { neededUnless }]) => neededUnless !== undefined && !values[neededUnless])
  return {
    ...schema,
    properties: Object.fromEntries(properties),
    required: [...(schema.required ?? []), ...needed.map(([name]) => name)],
  }
}

export type FieldKind =
  | 'text'
  | 'long'
  | 'whole'
  | 'days'
  | 'decimal'
  | 'flag'
  | 'choice'
  | 'names'
  | 'picks'
  | 'month'
  | 'country'
  | 'record'
  | 'secret'
  | 'rows'
  | 'date'
  | 'file'
  | 'folder'

const long = new Set(['reason', 'note', 'news', 'sentBefore', 'text'])

export function fieldKind(name: string, shape: Shape): FieldKind {
  if (shape.folder) return 'folder'
  if (shape.secret && (shape.maxLength ?? Infinity) <= 4_000) return 'secret'
  if (shape.file) return 'file'
  if (shape.enum) return 'choice'
  if (shape.date) return 'date'
  if (shape.type === 'boolean') return 'flag'
  if (name === 'takeDays') return 'days'
  if (shape.type === 'integer') return 'whole'
  if (shape.picks) return 'picks'
  if (shape.month) return 'month'
  if (shape.pick) return shape.pick === 'country' ? 'country' : 'record'
  if (shape.rows) return 'rows'
  if (shape.type === 'array') return 'names'
  if (shape.pattern?.startsWith('^[0-9]{1,9}')) return 'decimal'
  return long.has(name) && !shape.pattern ? 'long' : 'text'
}
