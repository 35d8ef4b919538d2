import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { ConsoleKept, Meanwhile } from '#shared/console.ts'
import { postJson } from '#console/client/ask.ts'
import { useMe } from '#console/client/session.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import type { ActName } from '#console/client/wire.ts'
import { readForm, writeForm, type FormValues } from './form-values.ts'
import { fillForm, mergeSavedValues } from './merge-saved-values.ts'

type Base = { readonly key: string; readonly values: FormValues; readonly expect: string }
/**
 * Changes that others saved since the form was filled. `undecided`: fields changed by both, which wait for the
 * operator's choice.
 */
export type EditedForm = {
  readonly theirs: FormValues
  readonly expect: string
  readonly changed: readonly string[]
  readonly undecided: readonly string[]
  readonly meanwhile: Meanwhile
}
type Typed = { readonly values: FormValues; readonly change: (make: (now: FormValues) => FormValues) => void }

const pauseMs = 300

/**
 * Fills a form with the current values of the record to edit. Merges later changes by others field by field, or asks
 * the operator.
 */
export function useSavedValues(name: ActName, about: string, isOpen: boolean, typed: Typed, known: FormValues) {
  const { action, acting } = useVocabulary()
  const { edits, input: schema } = action(name)
  const store = `kept ${useMe().name} ${name} ${about}`
  const [base, setBase] = useState<Base | null>(() => readBase(store))
  const [edited, setEdited] = useState<EditedForm | null>(null)
  const [round, setRound] = useState(0)
  const latest = useRef({ base, values: typed.values })
  useLayoutEffect(() => {
    latest.current = { base, values: typed.values }
  })
  const fields = Object.keys(schema.properties ?? {}).filter((each) => !edits?.includes(each) && !(each in known))

  const keepBase = (next: Base | null) => {
    setBase(next)
    writeBase(store, next)
  }
  const meet = (from: Base, { values, expect, meanwhile }: ConsoleKept) => {
    const theirs = writeForm(schema, values ?? {})
    const met = mergeSavedValues({ base: from.values, mine: latest.current.values, theirs }, fields)
    typed.change((now) => ({ ...now, ...met.values }))
    if (met.clashes.length === 0) keepBase({ key: from.key, values: theirs, expect })
    const isSeen = met.changed.length > 0 || meanwhile.length > 0
    setEdited(isSeen ? { theirs, expect, changed: met.changed, undecided: met.clashes, meanwhile } : null)
  }
  const fill = (key: string, { values, expect }: ConsoleKept) => {
    const now = writeForm(schema, values ?? {})
    const before = latest.current.base?.values ?? {}
    typed.change((mine) => fillForm(mine, before, now, fields))
    keepBase({ key, values: now, expect })
    setEdited(null)
  }

  const key = edits && isOpen ? keyOf(edits, { ...typed.values }, known) : null
  const arrive = useEffectEvent((of: string, kept: ConsoleKept) => {
    if (base?.key === of) meet(base, kept)
    else fill(of, kept)
  })
  useEffect(() => {
    if (key === null) return undefined
    let isGone = false
    const read = async (): Promise<void> => {
      const from = latest.current.base
      const asked = { input: JSON.parse(key) as unknown, ...(from?.key === key && { expect: from.expect }) }
      // If the current values cannot be loaded, the form stays empty; the preview then shows the reason.
      const kept = (await postJson(`kept/${name}`, asked).catch(() => null)) as ConsoleKept | null
      if (kept && !isGone) arrive(key, kept)
    }
    const timer = setTimeout(() => void read(), pauseMs)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [key, name, round])

  function keyOf(names: readonly string[], values: FormValues, given: FormValues): string | null {
    const properties = Object.fromEntries(names.map((each) => [each, schema.properties?.[each] ?? {}]))
    const { input } = readForm({ properties }, values, acting)
    const keys = names.map((each) => [each, given[each] ?? input[each]] as const)
    return keys.some(([, value]) => value === undefined) ? null : JSON.stringify(Object.fromEntries(keys))
  }

  return {
    edited,
    /**
     * Version of the saved values with which the form was filled. It is sent with the action, so that the server can
     * detect a conflict.
     */
    expect: base !== null && base.key === key ? base.expect : undefined,
    isFilled: base !== null && base.key === key && Object.keys(base.values).length > 0,
    /**
     * Merges a change that the server reports. Call this when an edit was refused because somebody else changed the
     * record.
     */
    meet: (kept: ConsoleKept) => {
      const from = latest.current.base
      if (from) meet(from, kept)
    },
    settle: (field: string, isMine: boolean) => {
      if (!edited || !base) return
      if (!isMine) typed.change((now) => ({ ...now, [field]: edited.theirs[field] }))
      const undecided = edited.undecided.filter((each) => each !== field)
      if (undecided.length === 0) keepBase({ key: base.key, values: edited.theirs, expect: edited.expect })
      setEdited({ ...edited, undecided })
    },
    forget: () => {
      keepBase(null)
      setEdited(null)
      setRound((now) => now + 1)
    },
  }
}

function readBase(store: string): Base | null {
  try {
    return JSON.parse(sessionStorage.getItem(store) ?? 'null') as Base | null
  } catch {
    return null
  }
}

function writeBase(store: string, base: Base | null): void {
  try {
    if (base) sessionStorage.setItem(store, JSON.stringify(base))
    else sessionStorage.removeItem(store)
  } catch {
    // Browser storage is blocked, so the input is kept for this page only.
  }
}
