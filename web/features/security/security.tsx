import { useQuery } from '@tanstack/react-query'
import { Suspense, useState, type ReactNode } from 'react'
import type { Language } from '#shared/language.ts'
import { Retry } from '#ui/retry.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { api } from '#web/client/api.ts'
import { displayDate } from '#web/display/display-date.ts'
import { lazySection } from '#web/display/lazy-part.tsx'
import { useArrival } from '#web/display/use-arrival.ts'
import type { SecurityTexts } from '#text/en/site/security.ts'
import { ChangePassword } from './change-password.tsx'
import { MakeRecoveryCodes } from './make-recovery-codes.tsx'
import { Passkeys } from './passkeys.tsx'
import { ProveAndDo } from './prove-and-do.tsx'
import { securityQuery } from '#web/client/security-query.ts'
import styles from './security.module.css'

const TurnOnTotp = lazySection(() => import('./turn-on-totp.tsx'))

type Props = { readonly t: SecurityTexts; readonly language: Language }
type Open = 'password' | 'totp' | 'recovery' | null

export default function Security({ t, language }: Props) {
  const { data, isError, refetch } = useQuery(securityQuery)
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const section = useArrival<HTMLElement>('security', data !== undefined)
  const action = (label: string, opens: Open, what: string) => (
    <button type="button" className="btn quiet s" aria-label={`${label}: ${what}`} onClick={() => setOpen(opens)}>
      {label}
    </button>
  )

  if (!data) {
    return (
      <section aria-labelledby="security">
        <h2 id="security" className={styles.title}>
          {t.title}
        </h2>
        {isError ? <Retry text={t.failed} label={t.retry} onRetry={() => void refetch()} /> : <Skeleton size="list" />}
      </section>
    )
  }

  const recovery =
    data.recoveryCodesMadeAt === null
      ? t.recovery.none
      : t.recovery.left(data.recoveryCodesLeft, displayDate(data.recoveryCodesMadeAt, language))
  return (
    <section aria-labelledby="security" ref={section}>
      <h2 id="security" className={styles.title}>
        {t.title}
      </h2>
      <ul className={styles.rows}>
        <Row title={t.password.title} state={data.password ? t.password.state : t.password.none}>
          {data.password && action(t.password.change, 'password', t.password.title)}
        </Row>
        <Row title={t.totp.title} state={data.totp ? t.totp.on : t.totp.off}>
          {data.password && action(data.totp ? t.totp.turnOff : t.totp.turnOn, 'totp', t.totp.title)}
        </Row>
        <Row title={t.recovery.title} state={recovery}>
          {data.password &&
            action(
              data.recoveryCodesMadeAt === null ? t.recovery.make : t.recovery.renew,
              'recovery',
              t.recovery.title,
            )}
        </Row>
        <Passkeys t={t} language={language} security={data} />
      </ul>
      {open === 'password' && <ChangePassword t={t} language={language} totp={data.totp} onClose={close} />}
      {open === 'recovery' && <MakeRecoveryCodes t={t} language={language} totp={data.totp} onClose={close} />}
      {open === 'totp' && <Totp t={t} language={language} on={data.totp} onClose={close} />}
    </section>
  )
}

const Row = ({ title, state, children }: { title: string; state: string; children: ReactNode }) => (
  <li>
    <b>{title}</b>
    <span className="dim">{state}</span>
    {children}
  </li>
)

type TotpProps = Props & { readonly on: boolean; readonly onClose: () => void }

/**
 * Keeps the state from when the dialog opened, because the recovery codes must stay visible after the authenticator app
 * was turned on.
 */
function Totp({ t, language, on, onClose }: TotpProps) {
  const [wasOn] = useState(on)
  if (!wasOn) {
    return (
      <Suspense>
        <TurnOnTotp t={t} language={language} onClose={onClose} />
      </Suspense>
    )
  }
  return (
    <ProveAndDo
      t={t}
      language={language}
      totp
      title={t.totp.offTitle}
      lead={t.totp.offLead}
      submitLabel={t.totp.turnOff}
      done={t.totp.offDone}
      act={(proof) => api('/api/user/user_totp_disable', proof, { handlesErrors: true })}
      onClose={onClose}
    />
  )
}
