import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConsoleError } from './console-error.ts'
import { isCheapQuery } from './query-client.ts'
import { runAction } from './run-action.ts'
import type { ActName, Input } from './wire.ts'

/** Runs an action without preview; ignores clicks while it runs. */
export function useQuickAction<N extends ActName>(name: N) {
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<ConsoleError | null>(null)
  const press = async (input: Input<N>): Promise<boolean> => {
    if (busy) return false
    setBusy(true)
    setRefused(null)
    try {
      await runAction(name, { input: input as Record<string, unknown>, mode: 'act', key: crypto.randomUUID() })
      return true
    } catch (error) {
      if (!(error instanceof ConsoleError)) throw error
      setRefused(error)
      return false
    } finally {
      setBusy(false)
      await queries.invalidateQueries({ queryKey: ['read'], predicate: isCheapQuery })
    }
  }
  return { busy, refused, press }
}
