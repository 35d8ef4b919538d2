import { useEffect, useRef, useState } from 'react'
import { ConsoleError } from '#console/client/console-error.ts'
import { runAction } from '#console/client/run-action.ts'
import { useMe } from '#console/client/session.ts'
import type { Output } from '#console/client/wire.ts'
import {
  areFieldsEqual,
  type Bases,
  type FieldKey,
  type Fields,
  mergeFields,
  withoutEmptyFields,
} from './merge-fields.ts'
import { readStoredJson, removeStored, writeStored } from '#ui/browser-storage.ts'

type KeptDraft = Bases & { readonly fields: Fields; readonly base: Fields; readonly version: number }

const keyOf = (who: string, text: string) => `draft ${who} ${text}`

/**
 * Stores the draft of a text in this browser per operator. It survives closed tabs, ended sessions and network
 * failures.
 */
function keepDraft(who: string, text: string, draft: KeptDraft | null): void {
  if (draft) writeStored('localStorage', keyOf(who, text), JSON.stringify(draft))
  else removeStored('localStorage', keyOf(who, text))
}

const readKeptDraft = (who: string, text: string): KeptDraft | null =>
  readStoredJson('localStorage', keyOf(who, text)) as KeptDraft | null

export type Opened = Output<'content.open'>
export type Findings = Opened['findings']
/** Fields that two operators changed, with the other operator's values until one value is chosen. */
export type Clash = { readonly by: string; readonly theirs: Fields; readonly keys: readonly FieldKey[] }
type Server = Bases & { readonly fields: Fields; readonly version: number }
type State = {
  readonly fields: Fields
  readonly server: Server
  readonly save: 'saved' | 'typed' | 'saving' | 'away' | 'refused'
  readonly savedAt: Date | null
  readonly refusal: ConsoleError | null
  readonly findings: Findings
  readonly clash: Clash | null
  readonly joined: string | null
  /** True if the draft is now based on another published version and this is not saved yet. */
  readonly rebased: boolean
}

const pauseMs = 700
const retryMs = 4_000

const serverOf = ({ fields, draft, newest }: Opened): Server => {
  const versionOf = (language: string) => newest.find((each) => each.language === language)?.version ?? 0
  const bases = draft ?? { baseEn: versionOf('en'), baseZh: versionOf('zh-CN'), version: 0 }
  return { fields, baseEn: bases.baseEn, baseZh: bases.baseZh, version: bases.version }
}

const savedAtOf = ({ draft }: Opened): Date | null => (draft ? new Date(draft.written) : null)

function meet(state: Pick<State, 'fields' | 'server'>, opened: Opened): Partial<State> {
  const server = serverOf(opened)
  const { fields, clashes, taken } = mergeFields(state.server.fields, state.fields, opened.fields)
  const by = opened.draft?.by ?? ''
  return {
    fields,
    server,
    findings: opened.findings,
    clash: clashes.length > 0 ? { by, theirs: opened.fields, keys: clashes } : null,
    joined: taken.length > 0 && by !== '' ? by : null,
    savedAt: savedAtOf(opened),
    save: areFieldsEqual(fields, server.fields) ? 'saved' : 'typed',
  }
}

/**
 * Draft of a page text. Each change is stored in the browser at once, and saved on the server after a pause with the
 * version it is based on. Changes by other operators are merged field by field, or the operator is asked.
 */
export function useDraft(text: string, opened: Opened) {
  const { name: who } = useMe()
  const [state, setState] = useState<State>(() => {
    const fresh: State = {
      fields: opened.fields,
      server: serverOf(opened),
      save: 'saved',
      savedAt: savedAtOf(opened),
      refusal: null,
      findings: opened.findings,
      clash: null,
      joined: null,
      rebased: false,
    }
    const kept = readKeptDraft(who, text)
    if (!kept) return fresh
    const { baseEn, baseZh, version, base } = kept
    return { ...fresh, ...meet({ fields: kept.fields, server: { baseEn, baseZh, version, fields: base } }, opened) }
  })
  const latest = useRef(state)
  const busy = useRef(false)
  const isGone = useRef(false)
  const update = (change: Partial<State>) => {
    latest.current = { ...latest.current, ...change }
    const { fields, server } = latest.current
    const { fields: base, ...known } = server
    keepDraft(who, text, areFieldsEqual(fields, base) ? null : { fields, base, ...known })
    if (!isGone.current) setState(latest.current)
  }

  const save = async (): Promise<void> => {
    const { fields, server, clash, rebased } = latest.current
    if (busy.current || clash || isGone.current || (areFieldsEqual(fields, server.fields) && !rebased)) return
    busy.current = true
    update({ save: 'saving' })
    try {
      const { baseEn, baseZh, version: expect } = server
      const input = { text, expect, baseEn, baseZh, ...withoutEmptyFields(fields) }
      const { output } = await runAction('content.save-draft', { input, mode: 'act' })
      const saved = output as Output<'content.save-draft'>
      const now = { ...latest.current.server, fields, version: saved.version }
      const isAll = areFieldsEqual(latest.current.fields, fields)
      update({
        server: now,
        findings: saved.findings,
        savedAt: new Date(saved.written),
        refusal: null,
        rebased: false,
        save: isAll ? 'saved' : 'typed',
      })
    } catch (error) {
      if (!(error instanceof ConsoleError)) throw error
      if (error.status === 'NotPossible') await meetServer()
      else if (error.code === 0 || error.code >= 500 || error.code === 401) update({ save: 'away' })
      else update({ save: 'refused', refusal: error })
    } finally {
      busy.current = false
    }
  }
  const meetServer = async (): Promise<void> => {
    try {
      const { output } = await runAction('content.open', { input: { text }, mode: 'read' })
      update(meet(latest.current, output as Opened))
    } catch {
      update({ save: 'away' })
    }
  }

  useEffect(() => {
    isGone.current = false
    return () => void (isGone.current = true)
  }, [])
  // Saves after a pause in typing, not at each key. If the server cannot be reached or fails, or the session has ended,
  // tries again every four seconds and as soon as the browser is online.
  useEffect(() => {
    if (state.save !== 'typed' && state.save !== 'away') return
    const timer = setTimeout(() => void save(), state.save === 'typed' ? pauseMs : retryMs)
    const now = () => void save()
    addEventListener('online', now)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', now)
    }
  })

  const change = (fields: Fields, more: Partial<State> = {}) =>
    update({
      fields: withoutEmptyFields(fields),
      // Input that equals the server's version needs no saving.
      save: areFieldsEqual(fields, latest.current.server.fields) && !latest.current.rebased ? 'saved' : 'typed',
      refusal: null,
      ...more,
    })
  return {
    ...state,
    save,
    state: state.save,
    set: (key: FieldKey, value: string | number | boolean) => {
      const isWording = /(?:En|Zh)$/.test(key)
      // Removes pasted NUL characters, which are invisible and which PostgreSQL cannot store.
      const kept = typeof value === 'string' ? value.replaceAll('\0', '') : value
      change({ ...latest.current.fields, ...(isWording && { stillRight: false }), [key]: kept })
    },
    settle: (key: FieldKey, mine: boolean) => {
      const { clash, fields } = latest.current
      if (!clash) return
      const keys = clash.keys.filter((each) => each !== key)
      const settled = mine ? fields : { ...fields, [key]: clash.theirs[key] }
      change(settled, { clash: keys.length > 0 ? { ...clash, keys } : null })
    },
    takeBase: (baseEn: number, baseZh: number) => {
      update({ server: { ...latest.current.server, baseEn, baseZh }, rebased: true, save: 'typed' })
    },
    /** Reads the text again after it was published or its draft discarded. Input typed since then is kept. */
    meetServer,
  }
}
