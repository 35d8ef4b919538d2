import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ConsoleOutcome } from '#shared/console.ts'
import { ConsoleError } from '#console/client/console-error.ts'
import { isCheapQuery } from '#console/client/query-client.ts'
import { runAction } from '#console/client/run-action.ts'
import type { Input } from '#console/client/wire.ts'

/**
 * Sends an answer without a preview, because the operator sees the whole text. An answer that was lost on the way is sent
 * again under the same idempotency key, so that the customer never gets it twice.
 */
export function useSend() {
  const queries = useQueryClient()
  const submission = useRef<{ input: string; key: string } | null>(null)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<ConsoleError | null>(null)
  const send = async (input: Input<'messages.answer'>): Promise<ConsoleOutcome | null> => {
    if (busy) return null
    const told = JSON.stringify(input)
    if (submission.current?.input !== told) submission.current = { input: told, key: crypto.randomUUID() }
    setBusy(true)
    setRefused(null)
    try {
      const answer = await runAction('messages.answer', { input, mode: 'act', key: submission.current.key })
      submission.current = null
      return answer
    } catch (error) {
      if (!(error instanceof ConsoleError)) throw error
      if (error.code >= 400 && error.code < 500) submission.current = null
      setRefused(error)
      return null
    } finally {
      setBusy(false)
      await queries.invalidateQueries({ queryKey: ['read'], predicate: isCheapQuery })
    }
  }
  return { busy, refused, send }
}
