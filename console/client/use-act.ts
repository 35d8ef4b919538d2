import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ConsoleKept, ConsoleOutcome } from '#shared/console.ts'
import { ConsoleError } from './console-error.ts'
import { isCheapQuery } from './query-client.ts'
import { withProgress } from './read-lines.ts'
import { runAction } from './run-action.ts'
import type { ActName } from './wire.ts'

type Given = Readonly<Record<string, unknown>>
type Rehearsed = {
  readonly answer: ConsoleOutcome
  readonly input: Given
  readonly expect: string | undefined
  readonly at: Date
  readonly changed: boolean
  readonly other: readonly string[]
}
type ActState = {
  readonly busy: 'preview' | 'act' | null
  readonly progress: number | null
  readonly rehearsed: Rehearsed | null
  readonly done: ConsoleOutcome | null
  readonly refused: ConsoleError | null
}
const start: ActState = { busy: null, progress: null, rehearsed: null, done: null, refused: null }

/**
 * Runs an action from preview to result. The server executes it only if the effects still equal the preview, live
 * values aside, and at most once per idempotency key. `onEdited`: called if somebody has changed the record since the
 * form was filled.
 */
export function useAct(name: ActName, onEdited: (kept: ConsoleKept) => void = () => {}) {
  const queries = useQueryClient()
  const [state, setState] = useState(start)
  const [key, setKey] = useState<string | null>(null)
  const asking = useRef(0)

  const refuse = (error: unknown, kept: Rehearsed | null) => {
    if (!(error instanceof ConsoleError)) throw error
    // A 4xx answer ends this submission, so the next one needs a new idempotency key.
    if (error.code >= 400 && error.code < 500) setKey(crypto.randomUUID())
    if (error.kept) onEdited(error.kept)
    setState({ ...start, rehearsed: error.kept ? null : kept, refused: error })
  }

  const preview = async (input: Given, expect?: string): Promise<void> => {
    const turn = (asking.current += 1)
    setState({ ...start, busy: 'preview' })
    try {
      const request = { input, mode: 'preview', ...(expect !== undefined && { expect }) } as const
      const onProgress = (progress: number) => turn === asking.current && setState((now) => ({ ...now, progress }))
      const answer = await runAction(name, request, false, withProgress(onProgress))
      // The input has changed since this preview was requested, so the answer is outdated.
      if (turn !== asking.current) return
      setKey(crypto.randomUUID())
      setState({ ...start, rehearsed: { answer, input, expect, at: new Date(), changed: false, other: [] } })
    } catch (error) {
      if (turn === asking.current) refuse(error, null)
    }
  }

  const act = async (): Promise<ConsoleOutcome | null> => {
    const { rehearsed } = state
    if (!rehearsed || key === null) return null
    setState({ ...start, busy: 'act', rehearsed })
    const { input, answer, expect } = rehearsed
    try {
      const done = await runAction(
        name,
        {
          input,
          mode: 'act',
          key,
          ...(expect !== undefined && { expect }),
          ...(answer.seen !== null && { seen: answer.seen }),
        },
        false,
        withProgress((progress) => setState((now) => ({ ...now, progress }))),
      )
      setState({ ...start, done })
      // Not awaited: a slow list must not delay the answer.
      void queries.invalidateQueries({ queryKey: ['read'], predicate: isCheapQuery })
      return done
    } catch (error) {
      if (error instanceof ConsoleError && error.status === 'EffectsChanged') {
        setKey(crypto.randomUUID())
        const now = error.outcome ?? answer
        const other = differingFields(answer.output, now.output)
        setState({ ...start, rehearsed: { input, expect, answer: now, at: new Date(), changed: true, other } })
      } else refuse(error, rehearsed)
      return null
    }
  }

  const reset = () => {
    asking.current += 1
    setState(start)
  }
  return { ...state, preview, act, reset }
}

type Holder = Readonly<Record<string, unknown>>
const isHolder = (value: unknown): value is Holder => typeof value === 'object' && value !== null

/**
 * Names of fields that differ between two outputs. A row with `field` counts as that field; otherwise the nearest named
 * parent counts.
 */
export function differingFields(before: unknown, now: unknown, name = ''): readonly string[] {
  if (!isHolder(before) || !isHolder(now)) return before === now || name === '' ? [] : [name]
  const own = typeof now.field === 'string' ? now.field : null
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])]
  const found = names.flatMap((key) => differingFields(before[key], now[key], own ?? (Array.isArray(now) ? name : key)))
  return [...new Set(found)]
}
