import { paragraphAt } from '#shared/text-diff.ts'
import type { Findings } from './use-draft.ts'

/** Range of the text that a check complains about: a numbered paragraph, a character or quoted words. */
function rangeOf(text: string, names: readonly string[]): readonly [number, number] | null {
  const [name = ''] = names
  const [, number] = /^¶ (\d+)$/.exec(name) ?? []
  if (number !== undefined) return paragraphAt(text, Number(number))
  const [, sign] = /^U\+([\dA-F]{4,6})$/.exec(name) ?? []
  const named = sign === undefined ? name : String.fromCodePoint(Number.parseInt(sign, 16))
  const at = named === '' ? -1 : text.indexOf(named)
  return at < 0 ? null : [at, at + named.length]
}

export function focusFinding({ where, names }: Findings[number]): void {
  const field = document.getElementById(where)
  field?.focus()
  if (!(field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement) || field.type === 'date') return
  const range = rangeOf(field.value, names)
  if (range === null) return
  field.setSelectionRange(...range)
  // Scrolls to the selection, because browsers do not scroll to one made by script.
  field.scrollTop = (field.scrollHeight * range[0]) / Math.max(1, field.value.length) - field.clientHeight / 3
}

export function nextFinding(findings: Findings): Findings[number] | undefined {
  const here = findings.findLastIndex(({ where }) => where === document.activeElement?.id)
  return findings[here + 1] ?? findings[0]
}
