import { useInfiniteQuery } from '@tanstack/react-query'
import { formatRate } from '#shared/affiliate-terms.ts'
import { type Language, gap } from '#shared/language.ts'
import { trialLength } from '#shared/trial-length-text.ts'
import { Icon } from '#ui/icon.tsx'
import { Retry } from '#ui/retry.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { displayDate } from '#web/display/display-date.ts'
import { duration, signedDuration, type DurationUnits } from '#web/display/duration.ts'
import type { InvitesTexts } from '#text/en/site/invites.ts'
import { InviteLink } from './invite-link.tsx'
import { Invitations } from './invitations.tsx'
import { invitesQuery, type Invites as InvitesData } from './invites.queries.ts'
import styles from './invites.module.css'

type Props = {
  readonly t: InvitesTexts
  readonly language: Language
  readonly units: DurationUnits
}

export default function Invites({ t, language, units }: Props) {
  const { data, ...query } = useInfiniteQuery(invitesQuery)
  const [first] = data?.pages ?? []
  if (!first)
    return query.isError ? (
      <Retry text={t.failed} label={t.retry} onRetry={() => void query.refetch()} />
    ) : (
      <Skeleton size="page" />
    )
  const { terms, totals } = first
  const trial = trialLength(terms.invitedTrialMinutes, language)
  return (
    <>
      <p className="lead">{t.rule(formatRate(terms.referRateBps), trial)}</p>
      <Membership t={t} language={language} invites={first} />
      <InviteLink t={t} language={language} code={first.inviteCode} link={first.inviteLink} trial={trial} />
      <p className={`small dim ${styles.terms}`}>
        <span>{t.window(terms.attributionDays)}</span>
        {gap(language)}
        <span>{t.refund}</span>
      </p>
      <h2 className={styles.title}>{t.totals}</h2>
      <dl className={styles.totals}>
        <div>
          <dt>{t.invited}</dt>
          <dd className="num">{totals.invited}</dd>
        </div>
        <div>
          <dt>{t.bought}</dt>
          <dd className="num">{totals.paid}</dd>
        </div>
        <div>
          <dt>{t.bonus}</dt>
          <dd className="num">
            {totals.bonusSeconds < 0
              ? signedDuration(totals.bonusSeconds, units)
              : duration(totals.bonusSeconds, units)}
          </dd>
        </div>
      </dl>
      <Invitations
        t={t}
        language={language}
        units={units}
        query={{ ...query, rows: data?.pages.flatMap(({ records }) => records) }}
      />
      <p className={styles.affiliate}>
        {first.isAffiliate ? t.earning : t.affiliate}
        {gap(language)}
        <a className="link" href={first.isAffiliate ? '/user/kol' : '/affiliate'}>
          {first.isAffiliate ? t.earningLink : t.affiliateLink}
          <Icon name="arrow" />
        </a>
      </p>
    </>
  )
}

/** Tells the inviter until when their membership is active, or that bonus time requires an active one. */
function Membership({ t, language, invites }: Pick<Props, 't' | 'language'> & { readonly invites: InvitesData }) {
  const { membershipActive, membershipExpiresAt } = invites
  if (membershipActive && membershipExpiresAt !== null)
    return <p className={`dim ${styles.active}`}>{t.active(displayDate(membershipExpiresAt, language))}</p>
  return (
    <div className={styles.note}>
      <h2>{t.inactiveTitle}</h2>
      <p>{t.inactive}</p>
      <a className="link" href="/pricing">
        {t.choose}
        <Icon name="arrow" />
      </a>
    </div>
  )
}
