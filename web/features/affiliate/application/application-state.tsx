import '#ui/way-list.css'
import type { ReactNode } from 'react'
import type { Language } from '#shared/language.ts'
import type { CallOutput } from '#web/client/api.ts'
import { displayDate } from '#web/display/display-date.ts'
import type { ApplicationTexts } from '#text/en/site/application.ts'
import styles from './application.module.css'

export type Standing = Pick<
  CallOutput<'/api/system/system_affiliate'>,
  'state' | 'reason' | 'appliedAt' | 'mayApplyFrom'
>
type Props = {
  readonly t: ApplicationTexts
  readonly language: Language
  readonly standing: Standing
  readonly now: number
}

export const mayApply = ({ state, mayApplyFrom }: Standing, now: number): boolean =>
  state === 'none' || (state === 'rejected' && (mayApplyFrom === null || mayApplyFrom <= now))

export function ApplicationState({ t, language, standing, now }: Props) {
  const { state, reason, appliedAt, mayApplyFrom } = standing
  const day = (at: number) => displayDate(at, language)
  switch (state) {
    case 'none':
      return null
    case 'approved':
      return (
        <Notice kind="ok" title={t.approved}>
          <a className="link" href="/user/kol">
            {t.toDashboard}
          </a>
        </Notice>
      )
    case 'pending':
      return (
        <Notice kind="info" title={t.pending}>
          {appliedAt !== null && <p>{t.pendingText(day(appliedAt))}</p>}
        </Notice>
      )
    case 'rejected':
      return (
        <Notice kind="stop" title={t.rejected}>
          {reason !== null && <Reason t={t} reason={reason} />}
          <p>{mayApplyFrom !== null && mayApplyFrom > now ? t.mayApplyFrom(day(mayApplyFrom)) : t.again}</p>
        </Notice>
      )
    case 'suspended':
      return (
        <Notice kind="stop" title={t.suspended}>
          <p>{t.suspendedText}</p>
          {reason !== null && <Reason t={t} reason={reason} />}
        </Notice>
      )
  }
}

const Reason = ({ t, reason }: { t: ApplicationTexts; reason: string }) => (
  <p>
    <b className={styles.label}>{t.reason}</b>
    <q className={styles.reason}>{reason}</q>
  </p>
)

const Notice = ({ kind, title, children }: { kind: 'ok' | 'info' | 'stop'; title: string; children: ReactNode }) => (
  <div className={styles.notice} data-kind={kind} role="status">
    <h3>{title}</h3>
    {children}
  </div>
)
