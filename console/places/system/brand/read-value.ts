import type { FormValue } from '#console/act/form-values.ts'

/**
 * Parses the JSON text of a setting in a form. Null before the setting has loaded, and for text that is no JSON, which
 * the command palette can fill in.
 */
export function readValue(value: FormValue | undefined): unknown {
  if (typeof value !== 'string') return null
  try {
    return JSON.parse(value) as unknown
  } catch {
    return null
  }
}
