import { merge } from '#console/client/merge.ts'
import type { FormValue, FormValues } from './form-values.ts'

const plain = (value: FormValue | undefined): FormValue =>
  typeof value === 'string' ? value.trim() : (value ?? '') || ''
const isSame = (a: FormValues, b: FormValues, name: string): boolean => plain(a[name]) === plain(b[name])

/** What stands in a form becomes what is kept, but for what was typed. `before`: what it was filled from until now. */
export function fillForm(
  mine: FormValues,
  before: FormValues,
  kept: FormValues,
  fields: readonly string[],
): FormValues {
  const untouched = fields.filter((name) => isSame(mine, before, name))
  return { ...mine, ...Object.fromEntries(untouched.map((name) => [name, kept[name]])) }
}

type Met = {
  readonly values: FormValues
  /** What both changed to something else: it stays as it was typed until that is decided. */
  readonly clashes: readonly string[]
  /** What the other changed. */
  readonly changed: readonly string[]
}

/** A form that was filled from `base` meets what is kept by now. */
export function meetKept(
  sides: { readonly base: FormValues; readonly mine: FormValues; readonly theirs: FormValues },
  fields: readonly string[],
): Met {
  const { merged, clashes } = merge<FormValues>(sides, fields, (a, b, name) => isSame(a, b, name))
  const changed = fields.filter((name) => !isSame(sides.base, sides.theirs, name))
  return { values: merged, clashes: clashes.map(String), changed }
}
