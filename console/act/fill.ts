import { momentText, sumText, type StatedSum } from '#console/client/display.ts'
import { isTranslatedWord, translateWords } from '#console/client/translated-words.ts'
import { plainShape, type Action, type Shape } from '#console/client/shape.ts'
import type { Vocabulary } from '#console/client/load-vocabulary.ts'
import type { ActionName } from '#shared/contract/operator.ts'
import { isActionName } from '#console/client/action-traits.ts'
import { colon, type Language } from '#shared/language.ts'

type Words = Pick<Vocabulary, 'language' | 'value' | 'field'>

/** Fills placeholders such as `{code}` in a sentence with an action's output and input, in the operator's language. */
export function fill(
  text: string,
  { input: asked, output: answered }: Pick<Action, 'input' | 'output'>,
  came: Omit<Came, 'name'>,
  words: Words,
): string {
  const given = { ...came.input, ...came.output }
  const least = lowerBoundsOf(came.output)
  const filled = text.replaceAll(/( ?)\{([a-zA-Z]+)\}/g, (_whole, space: string, name: string) => {
    const said = plainText(name, answered.properties?.[name] ?? asked.properties?.[name], given[name], words)
    if (!least.includes(name)) return `${space}${said}`
    return words.language === 'en' ? `${space}at least ${said}` : `至少 ${said}`
  })
  return filled.charAt(0).toUpperCase() + filled.slice(1)
}

/**
 * Names of numbers that are lower bounds and are shown with "at least". An older server release does not send
 * `atLeast`.
 */
export const lowerBoundsOf = ({ atLeast }: Came['output']): readonly string[] =>
  Array.isArray(atLeast) ? atLeast.map(String) : []

function plainText(name: string, given: Shape | undefined, value: unknown, words: Words): string {
  const { language } = words
  const shape = plainShape(given)
  if (value === null || value === undefined) return shape?.none ?? '–'
  if (shape?.money) return sumText(value as StatedSum, language)
  if (shape?.format === 'date-time' && typeof value === 'string') return momentText(new Date(value), language)
  if (Array.isArray(value))
    return value.map((each) => plainText(name, shape?.kept ? shape : shape?.items, each, words)).join(', ')
  if (typeof value === 'boolean') return words.value(value ? 'yes' : 'no')
  if (typeof value === 'string' && name === 'columns') return words.field(value)
  if (typeof value === 'string' && isTranslatedWord(name, shape))
    return translateWords(value, (word) => words.value(word, name))
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
}

type Output = Readonly<Record<string, unknown>>
type Came = { readonly name: ActionName; readonly input: Output; readonly output: Output }

/**
 * Returns the action whose effects to show. For an approved proposal that is the proposed action, with its effects and
 * one-time secrets.
 */
export function effectsOf(name: ActionName, input: Output, given: unknown): Came {
  const output = (given ?? {}) as Output
  const { action } = output
  if (name !== 'approvals.grant' || typeof action !== 'string' || !isActionName(action)) return { name, input, output }
  return { name: action, input: (output.input ?? {}) as Output, output: (output.output ?? {}) as Output }
}

export function withSum(label: string, output: unknown, language: Language): string {
  const { amount, others } = (output ?? {}) as { readonly amount?: unknown; readonly others?: unknown }
  const sums = [amount, ...(Array.isArray(others) ? others : [])]
    .filter(isSum)
    .filter(({ amountMinor }) => amountMinor > 0)
    .map((sum) => sumText(sum, language))
  return sums.length > 0 ? `${label}${colon(language)}${sums.join(' + ')}` : label
}
function isSum(value: unknown): value is StatedSum {
  const { amountMinor, currency } = (value ?? {}) as Partial<StatedSum>
  return typeof amountMinor === 'number' && typeof currency === 'string'
}
