import { useQueryClient, queryOptions } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Language } from '#shared/language.ts'
import { CopyField } from '#ui/copy-field.tsx'
import { Icon } from '#ui/icon.tsx'
import { displayDate } from '#web/display/display-date.ts'
import { useSending } from '#web/forms/use-sending.ts'
import { isWebAddress } from '#web/client/web-address.ts'
import type { BenefitsTexts } from '#text/en/site/benefits.ts'
import styles from './benefits.module.css'
import { api, type CallOutput } from '#web/client/api.ts'

type Props = { readonly t: BenefitsTexts; readonly language: Language; readonly benefit: Benefit }

/** Benefit of a membership. Account and password are fetched when shown and dropped when hidden. */
export function BenefitPlate({ t, language, benefit }: Props) {
  const id = useId()
  const queryClient = useQueryClient()
  const [shown, setShown] = useState<Revealed | null>(null)
  const shownTo = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const { busy, problem, setProblem, send } = useSending(language)
  const { kind, name, state } = benefit
  useEffect(() => {
    if (shown) shownTo.current?.focus()
  }, [shown])

  const show = () =>
    send(async () => {
      setProblem(null)
      setShown(await reveal(kind))
      // The first reveal assigns an account from the stock, so the list of benefits is fetched again.
      if (state !== 'assigned') await queryClient.invalidateQueries({ queryKey: benefitsQuery.queryKey })
    })
  /** The hide button disappears together with the account data, so the focus moves to the show button. */
  const hide = () => {
    flushSync(() => setShown(null))
    opener.current?.focus()
  }
  const assignedAt = shown?.assignedAt ?? benefit.assignedAt
  return (
    <article className={styles.plate} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{name}</h2>
        <span className={styles.state}>
          {assignedAt === null
            ? state === 'available'
              ? t.available
              : t.outOfStock
            : t.assigned(displayDate(assignedAt, language))}
        </span>
      </div>
      {problem && <p role="alert">{problem.summary}</p>}
      {shown ? (
        <>
          <div className={styles.fields} tabIndex={-1} ref={shownTo} role="group" aria-labelledby={id}>
            <Value label={t.account} value={shown.account} copyLabel={t.copyAccount} t={t} />
            <Value label={t.password} value={shown.password} copyLabel={t.copyPassword} t={t} />
            {isWebAddress(shown.link) ? (
              <div>
                <p className="label">{t.link}</p>
                <p className={styles.link}>
                  <a href={shown.link} target="_blank" rel="noreferrer">
                    {new URL(shown.link).host}
                    <span className="vh"> ({t.opensNew})</span>
                  </a>
                </p>
              </div>
            ) : (
              shown.link !== '' && <Value label={t.link} value={shown.link} copyLabel={t.copyLink} t={t} />
            )}
          </div>
          <p className="small">{t.keep}</p>
          <button
            type="button"
            className={`btn quiet s ${styles.button}`}
            aria-label={t.hideLabel(name)}
            onClick={hide}
          >
            {t.hide}
          </button>
        </>
      ) : state === 'out_of_stock' ? (
        <p>{t.outOfStockText}</p>
      ) : (
        <>
          {state === 'assigned' && (
            <p className={styles.masked}>
              <span>{`${t.account} ${benefit.account ?? ''}`}</span>
              <span>
                {t.password} <span aria-hidden="true">••••••••</span>
                <span className="vh">{t.masked}</span>
              </span>
            </p>
          )}
          <button
            ref={opener}
            type="button"
            className={`btn mark s ${styles.button}`}
            aria-label={state === 'assigned' ? t.showLabel(name) : t.getLabel(name)}
            aria-busy={busy || undefined}
            onClick={() => void show()}
          >
            {state === 'assigned' ? t.show : t.get}
            {state === 'available' && <Icon name="arrow" />}
          </button>
        </>
      )}
      <p className="vh" role="status">
        {busy ? t.busy : shown ? t.shown(name) : ''}
      </p>
    </article>
  )
}

type ValueProps = { label: string; value: string; copyLabel: string; t: BenefitsTexts }
const Value = ({ label, value, copyLabel, t }: ValueProps) => (
  <div>
    <p className="label">{label}</p>
    <CopyField value={value} label={copyLabel} copy={t.copy} copied={t.copied} />
  </div>
)

type Benefits = CallOutput<'/api/system/system_benefits'>
type Benefit = Benefits['kinds'][number]
type Revealed = CallOutput<'/api/system/system_user_benefits'>

export const benefitsQuery = queryOptions({
  queryKey: ['benefits'],
  queryFn: () => api('/api/system/system_benefits', {}, { handlesErrors: true }),
  staleTime: 2_000,
})

/** Reveals account and password of a benefit; the first call assigns them. The result is never cached. */
const reveal = (kind: string): Promise<Revealed> =>
  api('/api/system/system_user_benefits', { kind }, { handlesErrors: true })
