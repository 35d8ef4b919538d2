import { useRef, useState } from 'react'
import type { Language } from '#shared/language.ts'
import { dismissErrors } from '#ui/toast.ts'
import { ApiError, isNetworkError } from '#web/client/api-error.ts'
import { showNoAnswer } from './show-no-answer.ts'

export type Problem = { readonly summary: string; readonly fields: Readonly<Record<string, string | undefined>> }
/** Function that a form runs when it is submitted. `leaving`: another page is opening, so the form stays busy. */
export type Work = () => Promise<'leaving' | void>

/**
 * Ignores a second submit while a form is being sent. Removes the errors of earlier tries. A refusal becomes `problem`, unless `onRefused` returns `taken`.
 * Any other error shows the toast for network errors.
 */
export function useSending(language: Language, onRefused?: (error: ApiError) => 'taken' | void) {
  const sending = useRef(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)

  async function send(work: Work): Promise<void> {
    if (sending.current) return
    sending.current = true
    dismissErrors()
    setBusy(true)
    let outcome: 'leaving' | void = undefined
    try {
      outcome = await work()
    } catch (error) {
      if (!(error instanceof ApiError) || isNetworkError(error)) showNoAnswer(error, language)
      else {
        const taken = onRefused?.(error) === 'taken'
        setProblem(taken ? null : { summary: error.message, fields: error.fields })
      }
    }
    if (outcome === 'leaving') return
    sending.current = false
    setBusy(false)
  }
  return { busy, problem, setProblem, send }
}
