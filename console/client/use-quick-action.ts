import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ConsoleOutcome } from '#shared/console.ts'
import { ConsoleError } from './console-error.ts'
import { isCheapQuery } from './query-client.ts'
import { runAction } from './run-action.ts'
import type { ActName, Input } from './wire.ts'

/**
 * Runs an action without preview; ignores clicks while it runs. If the answer was lost on the way, the next click with
 * the same input uses the same idempotency key, so that the action never acts twice. Returns the answer, or null if
 * there is none.
 */
export function useQuickAction<N extends ActName>(name: N) {
  const queries = useQueryClient()
  const submission = useRef<{ input: string; key: string } | null>(null)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<ConsoleError | null>(null)
  const press = async (input: Input<N>): Promise<ConsoleOutcome | null> => {
    if (busy) return null
    const given = JSON.stringify(input)
    if (submission.current?.input !== given) submission.current = { input: given, key: crypto.randomUUID() }
    setBusy(true)
    setRefused(null)
    try {
      const { key } = submission.current
      const answer = await runAction(name, { input: input as Record<string, unknown>, mode: 'act', key })
      submission.current = null
      return answer
    } catch (error) {
      if (!(error instanceof ConsoleError)) throw error
      if (error.code >= 400 && error.code < 500) submission.current = null
      setRefused(error)
      return null
    } finally {
      setBusy(false)
      // Not awaited: a slow list must not delay the answer.
      void queries.invalidateQueries({ queryKey: ['read'], predicate: isCheapQuery })
    }
  }
  return { busy, refused, press }
}
