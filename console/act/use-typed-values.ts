import { useState } from 'react'
import type { ActionName } from '#shared/contract/operator.ts'
import { useMe } from '#console/client/session.ts'
import type { FormValue, FormValues } from './form-values.ts'

/**
 * Values typed into an action's form. They are stored in this tab per operator, so that a lost session or navigation
 * does not lose them. Files are not stored, because they may contain keys.
 */
export function useTypedValues(action: ActionName, about: string, initial: FormValues) {
  const key = `typed ${useMe().name} ${action} ${about}`
  const [values, setValues] = useState<FormValues>(() => ({ ...initial, ...readKept(key) }))
  /**
   * Changes the values by a function of the current ones, because a server answer may arrive while the operator types.
   */
  const change = (make: (now: FormValues) => FormValues) =>
    setValues((now) => {
      const next = make(now)
      keep(key, next)
      return next
    })
  return {
    values,
    change,
    set: (name: string, value: FormValue | undefined) => change((now) => ({ ...now, [name]: value })),
    forget: () => {
      keep(key, {})
      setValues(initial)
    },
  }
}

function readKept(key: string): FormValues {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '{}') as FormValues
  } catch {
    return {}
  }
}

function keep(key: string, values: FormValues): void {
  const plain = Object.entries(values).filter(([, value]) => typeof value === 'boolean' || typeof value === 'string')
  try {
    if (plain.length === 0) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(Object.fromEntries(plain)))
  } catch {
    // Browser storage is blocked, so the input is kept for this page only.
  }
}
