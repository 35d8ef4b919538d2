import { merge } from '#console/client/merge.ts'
import type { FormValue, FormValues } from './form-values.ts'

const plain = (value: FormValue | undefined): FormValue =>
  typeof value === 'string' ? value.trim() : (value ?? '') || ''
const isSame = (a: FormValues, b: FormValues, name: string): boolean => plain(a[name]) === plain(b[name])

/**
 * Copies saved values into fields that the operator has not changed. `before`: values with which the form was filled.
 */
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
  /**
   * Fields that the operator and somebody else have both changed. The form keeps the operator's value until the
   * operator decides.
   */
  readonly clashes: readonly string[]
  readonly changed: readonly string[]
}

export function mergeSavedValues(
  sides: { readonly base: FormValues; readonly mine: FormValues; readonly theirs: FormValues },
  fields: readonly string[],
): Met {
  const { merged, clashes } = merge<FormValues>(sides, fields, (a, b, name) => isSame(a, b, name))
  const changed = fields.filter((name) => !isSame(sides.base, sides.theirs, name))
  return { values: merged, clashes: clashes.map(String), changed }
}
