import '#ui/field.css'
import { useQuery } from '@tanstack/react-query'
import type { Language } from '#shared/language.ts'
import { FormSummary } from '#ui/form-summary.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { SubmitButton } from '#ui/submit-button.tsx'
import { api } from '#web/client/api.ts'
import { writeStored } from '#ui/browser-storage.ts'
import { serverAhead } from '#web/client/server-clock.ts'
import * as storageKeys from '#web/client/storage-keys.ts'
import { forgetPerson } from '#web/client/person.ts'
import { forgetAllTokens } from '#web/client/tokens.ts'
import { useSending } from '#web/forms/use-sending.ts'
import type { SecurityTexts } from '#text/en/site/security.ts'
import { ProofFields, readProof } from '#web/forms/proof-fields.tsx'
import { serverNow } from '#web/client/server-clock.ts'
import { securityQuery } from '#web/client/security-query.ts'
import { accountLossesQuery, lossLines } from './account-losses.ts'
import styles from './security.module.css'

type Props = { readonly t: SecurityTexts; readonly language: Language }

/**
 * Deletes the account after a proof of identity, then opens the login page, which says until when the deletion can be
 * undone.
 */
export default function DeleteAccount({ t, language }: Props) {
  const { data } = useQuery(securityQuery)
  const { data: losses, isPending } = useQuery(accountLossesQuery)
  const { busy, problem, send } = useSending(language)
  const words = t.deletion
  const submit = (form: FormData) =>
    send(async () => {
      const { eraseAt } = await api('/api/user/user_delete_account', readProof(form), { handlesErrors: true })
      writeStored('localStorage', storageKeys.eraseAt, `${eraseAt} ${serverAhead() ?? 0}`)
      forgetAllTokens()
      forgetPerson()
      location.assign('/login')
      return 'leaving'
    })
  // Waits for the figures, so that the button does not move. A failure shows the list without them.
  if (isPending) return <Skeleton size="page" />
  return (
    <form
      className={styles.danger}
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit(new FormData(event.currentTarget))
      }}
    >
      <p className="label">{words.lead}</p>
      <ul>
        {lossLines(words.goes, losses, language, serverNow()).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p>{words.stays}</p>
      {losses?.unpaidMinor !== null && <p>{words.payouts}</p>}
      <p>{words.grace}</p>
      <FormSummary problem={problem} />
      <ProofFields t={t} totp={data?.totp ?? false} problem={problem} />
      <SubmitButton label={words.submit} busyLabel={t.busy} busy={busy} kind="stop" />
      <a className="link" href="/user/security">
        {words.back}
      </a>
    </form>
  )
}
