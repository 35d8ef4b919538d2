import { useState } from 'react'
import type { ActionName } from '#shared/contract/operator.ts'
import { useMe } from '#console/client/session.ts'
import type { FormValue, FormValues } from './form-values.ts'

/**
 * What is typed into an action's form. It is kept in this tab under the operator's name, so that neither a session that
 * ends nor a way to another page loses it; files are not, because a key may be among them.
 */
export function useTyped(action: ActionName, about: string, initial: FormValues) {
  const key = `typed ${useMe().name} ${action} ${about}`
  const [values, setValues] = useState<FormValues>(() => ({ ...initial, ...readKept(key) }))
  /** By what stands there at that moment: an answer may come while someone types. */
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
    // Storage is blocked: what is typed lasts as long as the page.
  }
}
