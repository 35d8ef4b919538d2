import type { FormValue } from '#console/act/form-values.ts'

/** Value of a setting in a form, which the palette may have filled with any text. Null until it has loaded. */
export function readValue(value: FormValue | undefined): unknown {
  if (typeof value !== 'string') return null
  try {
    return JSON.parse(value) as unknown
  } catch {
    return null
  }
}
