import type { Language } from '#shared/language.ts'
import { mailTexts, type AccountTemplate } from '../code-and-security-texts.ts'
import { writeText } from '../customers/render-customer-mail.ts'
import { samples, type Sample } from '../customers/samples.ts'
import { wordsOf } from '../customers/format-values.ts'
import { findMailSpec, mailSlug, valuesOf } from './mail-values.ts'
import type { Wording } from './wording.ts'

/** Sample message for the preview of an operator's text: the sample with the most placeholder values. */
export function sampleOf(slug: string, language: Language): Sample | undefined {
  const words = wordsOf(language)
  const holes = ({ told, known }: Sample) =>
    Object.values(valuesOf(told, known, words, '')).filter((value) => value === null).length
  const own = samples.filter(({ told, known }) => mailSlug(told, known, words) === slug)
  return own.toSorted((a, b) => holes(a) - holes(b))[0]
}

export function standardWording(slug: string, language: Language): Wording | null {
  const spec = findMailSpec(slug)
  if (!spec) return null
  const sample = sampleOf(slug, language)
  const brand = '{{brand}}'
  if (!sample) {
    const { subject, heading, lead, action } = mailTexts[language](brand)[spec.template as AccountTemplate]
    return { subject, heading, text: lead, action: action ?? '' }
  }
  const { told, known } = sample
  const { subject, heading, lead, action } = writeText(told, known, language)
  const named = nameValues(valuesOf(told, known, wordsOf(language), brand))
  return { subject: named(subject), heading: named(heading), text: named(lead), action: action.label }
}

/**
 * Replaces values in the product's text by their placeholders, longest value first. Replaces numbers only where they
 * stand alone.
 */
function nameValues(values: Readonly<Record<string, string | null>>): (text: string) => string {
  const known = Object.entries(values)
    .flatMap(([name, value]) => (value === null || name === 'brand' ? [] : [[name, value] as const]))
    .toSorted(([, a], [, b]) => b.length - a.length)
  const pattern = new RegExp(
    known.map(([, value]) => `(?<![\\d.])${value.replaceAll(/[^\w\s]/g, String.raw`\$&`)}(?![\\d%])`).join('|') || '$^',
    'g',
  )
  return (text) => text.replaceAll(pattern, (found) => `{{${known.find(([, value]) => value === found)?.[0]}}}`)
}
