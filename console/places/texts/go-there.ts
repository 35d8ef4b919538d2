import { paragraphAt } from '#shared/text-diff.ts'
import type { Findings } from './use-draft.ts'

/** Where in a text something is meant: a paragraph or a sign by its number, or what is named there. */
function rangeOf(text: string, names: readonly string[]): readonly [number, number] | null {
  const [name = ''] = names
  const [, number] = /^¶ (\d+)$/.exec(name) ?? []
  if (number !== undefined) return paragraphAt(text, Number(number))
  const [, sign] = /^U\+([\dA-F]{4,6})$/.exec(name) ?? []
  const named = sign === undefined ? name : String.fromCodePoint(Number.parseInt(sign, 16))
  const at = named === '' ? -1 : text.indexOf(named)
  return at < 0 ? null : [at, at + named.length]
}

/** Leads to the field that a finding is about, and chooses what is meant in it. */
export function goThere({ where, names }: Findings[number]): void {
  const field = document.getElementById(where)
  field?.focus()
  if (!(field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement) || field.type === 'date') return
  const range = rangeOf(field.value, names)
  if (range === null) return
  field.setSelectionRange(...range)
  // A field does not scroll to what is chosen by a script.
  field.scrollTop = (field.scrollHeight * range[0]) / Math.max(1, field.value.length) - field.clientHeight / 3
}

/** The finding behind the one where one is; the first after the last. */
export function nextOf(findings: Findings): Findings[number] | undefined {
  const here = findings.findLastIndex(({ where }) => where === document.activeElement?.id)
  return findings[here + 1] ?? findings[0]
}
