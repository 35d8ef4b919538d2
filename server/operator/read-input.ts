import { Value } from 'typebox/value'
import type { TObject, TSchema } from 'typebox'
import { isMoment } from '#shared/calendar-day.ts'
import type { FieldNotes } from '#shared/contract/operator/fields.ts'
import { refuse, type Result } from '#server/platform/act.ts'
import { sentence } from '#text/sentence.ts'
import type { Sentence } from '#shared/sentence.ts'

export function readInput(schema: TObject, given: Readonly<Record<string, unknown>>): Result<Record<string, unknown>> {
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(schema.properties, name))
  if (unknown !== undefined) return refuse('InvalidInput', sentence('field.unknown', { name: unknown }))
  const input: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(schema.properties)) {
    const notes = field as TSchema & FieldNotes
    const raw = given[name]
    const value = typeof raw === 'string' && notes.file === undefined ? raw.trim() : raw
    const isRequired = (schema.required as readonly string[] | undefined)?.includes(name) === true
    if (value === '' || (value === undefined && isRequired))
      return refuse('InvalidInput', sentence('field.missing', { field: { field: name } }))
    if (value === undefined) continue
    const isDate = notes.date !== true || (typeof value === 'string' && isMoment(value))
    if (!isDate || !Value.Check(field, value)) return refuse('InvalidInput', faultOf(name, notes, value))
    input[name] = value
  }
  return { ok: true, value: input }
}

type Field = TSchema & FieldNotes & { readonly type?: string; readonly maxLength?: number; readonly maxItems?: number }

/** Says what the field must be: as the field describes it, or else by its schema. */
function faultOf(name: string, notes: Field, value: unknown): Sentence {
  const field = { field: name }
  if (notes.must) return sentence('field.wrong', { field, must: notes.must })
  const { type, maxLength = 0, maxItems = 0 } = notes
  if (type === 'string' && typeof value === 'string') return sentence('field.long', { field, most: maxLength })
  if (type === 'string') return sentence('field.noText', { field })
  if (type === 'boolean') return sentence('field.noFlag', { field })
  return type === 'array' ? sentence('field.noList', { field, most: maxItems }) : sentence('field.invalid', { field })
}
