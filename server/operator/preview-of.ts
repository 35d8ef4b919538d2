import type { TSchema } from 'typebox'
import type { FieldNotes } from '#shared/contract/operator/fields.ts'

type Shape = FieldNotes & { readonly properties?: Readonly<Record<string, TSchema>>; readonly items?: TSchema }

/** Output without newly generated values, for comparison by people. `isCompared`: also without values that change by themselves. */
export function previewOf(schema: TSchema, output: unknown, isCompared = false): unknown {
  const { properties, items } = schema as Shape
  if (output instanceof Date) return output.toISOString()
  if (Array.isArray(output)) return output.map((each) => (items ? previewOf(items, each, isCompared) : each) as unknown)
  if (!properties || typeof output !== 'object' || output === null) return output
  const kept = Object.entries(properties)
    .filter(
      ([name, field]) =>
        (field as Shape).fresh !== true &&
        !(isCompared && (field as Shape).live === true) &&
        Object.hasOwn(output, name),
    )
    .map(([name, field]) => [name, previewOf(field, (output as Record<string, unknown>)[name], isCompared)])
  return Object.fromEntries(kept)
}
