import { useState, type ReactNode } from 'react'
import { downloadCode } from '#shared/site.ts'
import { CopyField } from '#ui/copy-field.tsx'
import { Icon } from '#ui/icon.tsx'
import { rideKind, type KnownRide } from '#web/client/first-ride-query.ts'
import { AppPassword, MadePassword } from './app-password.tsx'
import styles from './start.module.css'
import type { Language } from '#shared/language.ts'
import type { StartText } from '#text/en/site/start.ts'

export type StartProps = {
  readonly apps: readonly { readonly platform: 'ios' | 'android' | 'mac' | 'windows'; readonly url: string }[]
  /** Plan suggested for after the trial; null if nothing is on sale. */
  readonly stay: { readonly query: string; readonly name: string; readonly sum: string } | null
}
export type Common = StartProps & { readonly t: StartText; readonly language: Language; readonly base: string }

type Props = Common & {
  readonly ride: KnownRide | undefined
  readonly at: 0 | 1 | 2
}

export function SetupSteps(props: Props) {
  const { t, ride, at } = props
  const device = ride?.device
  // The password is shown only once, so it stays visible even if its step of the list is done.
  const [password, setPassword] = useState<string | null>(null)
  const stops: readonly { key: string; title: string; done: string | null; body: ReactNode }[] = [
    {
      key: 'get',
      title: t.stops.get,
      done: device ? (device.name ?? t.systems[device.os] ?? '') : null,
      body: <GetTheApp {...props} />,
    },
    {
      key: 'sign-in',
      title: t.stops.signIn,
      done: ride?.name ?? null,
      body: <SignIn {...props} isMade={password !== null} onMade={setPassword} />,
    },
    { key: 'tap', title: t.stops.tap, done: null, body: <Tap {...props} /> },
  ]
  return (
    <ol className={styles.stops} aria-label={t.stops.label}>
      {stops.map(({ key, title, done, body }, index) => (
        <li
          key={key}
          className={index < at ? styles.past : index === at ? styles.on : ''}
          aria-current={index === at ? 'step' : undefined}
        >
          <h2>{title}</h2>
          {index < at ? (
            <p className={styles.done}>
              <Icon name="check" />
              <span className="vh">{t.stops.done}</span>
              <span>{done}</span>
            </p>
          ) : (
            body
          )}
          {key === 'sign-in' && password !== null && <MadePassword t={t} password={password} />}
        </li>
      ))}
    </ol>
  )
}

/** Links to the guide for third-party apps if a server supports them for this plan. */
function Tap({ t, ride }: Props) {
  const kind = ride && rideKind(ride, ride.now)
  const plan = kind === 'paid' ? 'paid' : kind === 'armed' || kind === 'running' ? 'trial' : null
  return (
    <>
      <p className="dim">{t.tapText}</p>
      {plan !== null && ride?.linksServe[plan] && (
        <p className="small">
          {t.link.text} <a href="/user/connect">{t.link.way}</a>
        </p>
      )}
    </>
  )
}

function GetTheApp({ t, base, apps }: Props) {
  return (
    <div className={styles.get}>
      <div className={`qr ${styles.qr}`}>
        <img src={downloadCode} alt={t.scan} width="184" height="184" loading="lazy" />
      </div>
      <div>
        <p className={styles.scan}>
          <b>{t.scan}</b>
          <span className="small dim">{t.scanText}</span>
        </p>
        <p className={styles.apps}>
          {apps.map(({ platform, url }) => (
            <a key={platform} className={`btn ${styles.own} ${styles[platform]}`} href={url} rel="noopener">
              {t.apps[platform]}
            </a>
          ))}
          <a className="btn quiet s" href={`${base}/download`}>
            {apps.length > 0 ? t.otherDevices : t.allApps}
          </a>
        </p>
      </div>
    </div>
  )
}

type SignInProps = Props & { readonly isMade: boolean; readonly onMade: (password: string) => void }

function SignIn({ isMade, onMade, ...props }: SignInProps) {
  const { t, base, ride } = props
  if (!ride || ride.name === null) return <p className="dim">{t.signInPlain}</p>
  return (
    <div className={styles.sign}>
      <CopyField value={ride.name} label={t.copyName} copy={t.copy} copied={t.copied} />
      {isMade ? null : ride.hasPassword ? (
        <p className="small dim">
          {t.signInText} {t.ownPassword} <a href={`${base}/resetpassword`}>{t.forgot}</a>
        </p>
      ) : (
        <AppPassword t={t} base={base} onMade={onMade} />
      )}
    </div>
  )
}
