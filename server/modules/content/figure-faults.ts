import Type from 'typebox'
import type { Sentence } from '#shared/sentence.ts'
import { findFileFaults, placeInFile } from '#server/platform/file-faults.ts'
import { sentence } from '#text/sentence.ts'

const closed = { additionalProperties: false }
const Words = Type.String({ minLength: 1, maxLength: 2_000 })
const Both = Type.Object({ en: Words, 'zh-CN': Words }, closed)
const Id = Type.String({ minLength: 1, maxLength: 64 })
const Count = Type.Integer({ minimum: 1, maximum: 1_000_000 })
const Moment = Type.Refine(
  Type.String({ says: sentence('allowed.dayOrMoment', { example: '2026-01-31' }), pattern: '^\\d{4}-' }),
  (text) => Number.isFinite(Date.parse(text)),
)

const lists = {
  'testimonials.json': Type.Array(
    Type.Object(
      { id: Id, months: Count, texts: Both, authors: Both, source: Words, saidOn: Moment, demo: Type.Boolean() },
      closed,
    ),
  ),
  'measurements.json': Type.Array(
    Type.Object(
      { id: Id, place: Both, milliseconds: Count, source: Words, measuredAt: Moment, demo: Type.Boolean() },
      closed,
    ),
  ),
} as const

/**
 * Errors in the lists of testimonials and measurements on the home page. A row without its texts would break the page
 * for every visitor.
 */
export const findFigureFaults = (given: Readonly<Record<keyof typeof lists, unknown>>): Sentence[] =>
  Object.entries(lists).flatMap(([name, schema]) => {
    const list = given[name as keyof typeof lists]
    if (list === undefined) return []
    return findFileFaults(schema, list, placeInFile).map((fault) => sentence('field.fault', { field: name, fault }))
  })
