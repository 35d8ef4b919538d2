import { useQuery } from '@tanstack/react-query'
import type { Language } from '#shared/language.ts'
import { Empty } from '#ui/empty.tsx'
import { Icon } from '#ui/icon.tsx'
import { Retry } from '#ui/retry.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { displayDate } from '#web/display/display-date.ts'
import type { BenefitsTexts } from '#text/en/site/benefits.ts'
import { BenefitPlate, benefitsQuery } from './benefit-plate.tsx'
import styles from './benefits.module.css'

type Props = { readonly t: BenefitsTexts; readonly language: Language }

export default function BenefitsList({ t, language }: Props) {
  const { data, isError, refetch } = useQuery(benefitsQuery)
  if (!data)
    return isError ? <Retry text={t.failed} label={t.retry} onRetry={() => void refetch()} /> : <Skeleton size="list" />
  const { kinds, state, until } = data
  const untilDay = until === null ? null : displayDate(until, language)
  if (state === 'not_entitled')
    return (
      <div className={styles.none}>
        <h2>{t.noneTitle}</h2>
        <p>{untilDay === null ? t.noneText : t.endedText(untilDay)}</p>
        {kinds.length > 0 && (
          <>
            <p className="label">{t.included}</p>
            <ul>
              {kinds.map(({ kind, name }) => (
                <li key={kind}>{name}</li>
              ))}
            </ul>
          </>
        )}
        <a className="btn" href="/pricing">
          {t.choose}
          <Icon name="arrow" />
        </a>
      </div>
    )
  return (
    <>
      <p className="lead">{t.lead}</p>
      {untilDay !== null && <p className={`dim ${styles.until}`}>{t.until(untilDay)}</p>}
      {kinds.length === 0 ? (
        <Empty title={t.emptyTitle} text={t.emptyText} />
      ) : (
        <ul className={styles.plates}>
          {kinds.map((benefit) => (
            <li key={benefit.kind}>
              <BenefitPlate t={t} language={language} benefit={benefit} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
