import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { Language } from '#shared/language.ts'
import { api } from '#web/client/api.ts'
import { goToLogin } from '#web/client/login-return.ts'
import type { OutcomeTexts } from '#text/en/site/outcome.ts'
import { OutcomePicture } from './outcome-picture.tsx'
import { emptySummary } from './summarize-order.ts'
import styles from './outcome.module.css'

type Props = {
  readonly t: OutcomeTexts
  readonly language: Language
  readonly base: string
  readonly orderId: string
}

const pollMs = 3_000

/** Shows the payment state to a browser that is not signed in, such as a phone that scanned the code on a computer. */
export default function SignedOutOutcome({ t, base, orderId }: Props) {
  const headingId = useId()
  const { data, refetch, isFetching } = useQuery({
    queryKey: ['order-state', orderId],
    queryFn: () => api('/api/payment/payment_state', { orderId, ask: true }, { handlesErrors: true }),
    refetchInterval: ({ state }) => (state.data?.outcome === 'elsewhere-wait' ? pollMs : false),
    retry: false,
    throwOnError: false,
  })
  const outcome = data?.outcome ?? 'elsewhere-other'
  const { title, text } = t.words[outcome](emptySummary)
  return (
    <div className={styles.outcome} data-outcome={outcome}>
      <OutcomePicture outcome={outcome} />
      <div className={styles.words}>
        <div role="status">
          <h1 id={headingId}>{title}</h1>
          <p className={styles.lead}>{text}</p>
        </div>
        <div className={styles.actions}>
          {outcome === 'elsewhere-wait' && (
            <button
              type="button"
              className="btn wide"
              aria-busy={isFetching || undefined}
              onClick={() => void refetch()}
            >
              {t.askAgain}
            </button>
          )}
          <button type="button" className="btn quiet wide" onClick={() => goToLogin(base)}>
            {t.logIn}
          </button>
        </div>
        <p className={`small dim ${styles.news}`}>{t.privacy}</p>
      </div>
    </div>
  )
}
