import { readForm, type FormErrors } from '#console/act/form-values.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import type { Input } from '#console/client/wire.ts'
import type { MailingValues } from './mailing-drafts.ts'

export type MailingInput = {
  /** What the action is sent, as far as it can be read: whole where nothing is wrong. */
  readonly sent: Omit<Input<'mailings.send'>, 'tested'>
  /** All that is wrong or missing, by field. */
  readonly wrong: FormErrors
  /** What is said at its field: of what was never touched only once it was asked for. */
  readonly errors: FormErrors
}

/** What stands in the fields of a mailing as its action takes it. */
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

/** A moment on the operator's clock with its zone. */
function momentOf(typed: string | undefined): string | undefined {
  const at = new Date(typed || Number.NaN)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}
