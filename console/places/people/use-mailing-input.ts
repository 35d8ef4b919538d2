import { readForm, type FormErrors } from '#console/act/form-values.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import type { Input } from '#console/client/wire.ts'
import type { MailingValues } from './mailing-drafts.ts'

export type MailingInput = {
  /** Input for the send action, as far as the form is valid; complete if `wrong` is empty. */
  readonly sent: Omit<Input<'mailings.send'>, 'tested'>
  readonly wrong: FormErrors
  /** Errors to show. Untouched fields show theirs only after an attempt to send. */
  readonly errors: FormErrors
}

export function useMailingInput(values: MailingValues, attempted: boolean): MailingInput {
  const { action, acting } = useVocabulary()
  const { tested: _said, ...properties } = action('mailings.send').input.properties ?? {}
  const required = (action('mailings.send').input.required ?? []).filter((name) => name !== 'tested')
  const { input, errors: wrong } = readForm(
    { properties, required },
    { ...values, sendAt: momentOf(values.sendAt) },
    acting,
  )
  const isTouched = (name: string) => Boolean((values as Readonly<Record<string, string>>)[name]?.trim())
  const errors = Object.fromEntries(Object.entries(wrong).filter(([name]) => attempted || isTouched(name)))
  return { sent: input as MailingInput['sent'], wrong, errors }
}

function momentOf(typed: string | undefined): string | undefined {
  const at = new Date(typed || Number.NaN)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}
