import { useEffect, useState } from 'react'
import type { Language } from '#shared/language.ts'
import { api } from '#web/client/api.ts'
import { serverNow } from '#web/client/server-clock.ts'
import { storedToken } from '#web/client/tokens.ts'
import type { ApplicationTexts } from '#text/en/site/application.ts'
import { ApplicationForm } from './application-form.tsx'
import { mayApply, ApplicationState, type Standing } from './application-state.tsx'

type Props = { readonly t: ApplicationTexts; readonly language: Language; readonly base: string }

/**
 * Shows the application form on the public page of the affiliate programme. For a signed-in visitor who has already
 * applied, shows the state of the application, with the form only if they may apply again.
 */
export function ApplyHere({ t, language, base }: Props) {
  const [standing, setStanding] = useState<{ readonly known: Standing; readonly now: number } | null>(null)
  // Keeps the newer state: the answer to the first request may arrive after the form was sent and is then outdated.
  const seeFirst = (known: Standing) => setStanding((before) => before ?? { known, now: serverNow() })
  useEffect(() => {
    // A failed request does no harm: the server refuses a second application anyway.
    if (storedToken() !== null)
      api('/api/system/system_affiliate', {}, { handlesErrors: true }).then(seeFirst, () => null)
  }, [])
  return (
    <>
      {standing && <ApplicationState t={t} language={language} standing={standing.known} now={standing.now} />}
      {(standing === null || mayApply(standing.known, standing.now)) && (
        <ApplicationForm
          t={t}
          language={language}
          base={base}
          onSent={() => {
            const now = Date.now()
            setStanding({ known: { state: 'pending', reason: null, appliedAt: now, mayApplyFrom: null }, now })
          }}
        />
      )}
    </>
  )
}
