import type { Language } from '#shared/language.ts'
import { momentText, sumText, type StatedSum } from '#console/client/display.ts'
import { plainShape, type Shape } from '#console/client/shape.ts'

type Given = Readonly<Record<string, unknown>>

/** `The code {code} is over.` with what the output and the input say. */
export function fill(text: string, schema: Shape, given: Given, language: Language): string {
  const filled = text.replaceAll(/\{([a-zA-Z]+)\}/g, (_whole, name: string) =>
    plainText(schema.properties?.[name], given[name], language),
  )
  return filled.charAt(0).toUpperCase() + filled.slice(1)
}

/** A value inside a sentence. */
function plainText(given: Shape | undefined, value: unknown, language: Language): string {
  const shape = plainShape(given)
  if (value === null || value === undefined) return (language === 'en' && shape?.none) || '–'
  if (shape?.money) return sumText(value as StatedSum, language)
  if (shape?.format === 'date-time' && typeof value === 'string') return momentText(new Date(value), language)
  if (Array.isArray(value)) return value.map((each) => plainText(shape?.items, each, language)).join(', ')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
}
