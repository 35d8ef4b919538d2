import { Suspense, useState } from 'react'
import type { Language } from '#shared/language.ts'
import { comma } from '#web/display/comma.ts'
import { api } from '#web/client/api.ts'
import { displayDate } from '#web/display/display-date.ts'
import { lazySection } from '#web/display/lazy-part.tsx'
import type { SecurityTexts } from '#text/en/site/security.ts'
import { ProveAndDo } from './prove-and-do.tsx'
import type { Security } from '#web/client/security-query.ts'
import styles from './security.module.css'

const AddPasskey = lazySection(() => import('./add-passkey.tsx'))

type Props = { readonly t: SecurityTexts; readonly language: Language; readonly security: Security }

export function Passkeys({ t, language, security: { passkeys, totp, password } }: Props) {
  const words = t.passkeys
  const [open, setOpen] = useState<'add' | Security['passkeys'][number] | null>(null)
  const close = () => setOpen(null)
  return (
    <li className={styles.tall}>
      <b>{words.title}</b>
      {passkeys.length === 0 ? (
        <span className="dim">{words.none}</span>
      ) : (
        <ul className={styles.list}>
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <span>
                {passkey.name}
                <span className="small dim">
                  {words.made(displayDate(passkey.createdAt, language))}
                  {passkey.lastUsedAt !== null &&
                    `${comma(language)}${words.used(displayDate(passkey.lastUsedAt, language))}`}
                </span>
              </span>
              <button
                type="button"
                className="btn quiet s"
                aria-label={words.removeLabel(passkey.name)}
                onClick={() => setOpen(passkey)}
              >
                {words.remove}
              </button>
            </li>
          ))}
        </ul>
      )}
      {password && (
        <button type="button" className="btn quiet s" onClick={() => setOpen('add')}>
          {words.add}
        </button>
      )}
      <Suspense>{open === 'add' && <AddPasskey t={t} language={language} totp={totp} onClose={close} />}</Suspense>
      {open !== null && open !== 'add' && (
        <ProveAndDo
          t={t}
          language={language}
          totp={totp}
          title={words.removeTitle}
          lead={words.removeLead(open.name)}
          submitLabel={words.remove}
          done={words.removed}
          act={(proof) => api('/api/user/user_passkey_remove', { id: open.id, ...proof }, { handlesErrors: true })}
          onClose={close}
        />
      )}
    </li>
  )
}
