import type { TSchema } from 'typebox'
import type { FieldNotes } from '#shared/contract/operator/fields.ts'

type Shape = FieldNotes & { readonly properties?: Readonly<Record<string, TSchema>>; readonly items?: TSchema }

/** Output of an action without newly generated values. `isCompared`: also without values that change by themselves. */
export const previewOf = (schema: TSchema, output: unknown, isCompared = false): unknown =>
  leaveOut(schema, output, isCompared, (at) => at.toISOString())

export const withoutFresh = (schema: TSchema, output: unknown): unknown => leaveOut(schema, output, false, (at) => at)

function leaveOut(schema: TSchema, output: unknown, isCompared: boolean, momentOf: (at: Date) => unknown): unknown {
  const { properties, items } = schema as Shape
  if (output instanceof Date) return momentOf(output)
  if (Array.isArray(output))
    return output.map((each) => (items ? leaveOut(items, each, isCompared, momentOf) : each) as unknown)
  if (!properties || typeof output !== 'object' || output === null) return output
  const kept = Object.entries(properties)
    .filter(
      ([name, field]) =>
        (field as Shape).fresh !== true &&
        !(isCompared && (field as Shape).live === true) &&
        Object.hasOwn(output, name),
    )
    .map(([name, field]) => [name, leaveOut(field, (output as Record<string, unknown>)[name], isCompared, momentOf)])
  return Object.fromEntries(kept)
}
