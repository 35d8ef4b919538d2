import '#ui/textual.css'
import { Suspense, useState } from 'react'
import type { IdentifierKind } from '#shared/account-rules.ts'
import type { Language } from '#shared/language.ts'
import { displayDate } from '#web/display/display-date.ts'
import { lazyPart } from '#web/display/lazy-part.tsx'
import { useArrival } from '#web/display/use-arrival.ts'
import { securityTexts } from '#web/forms/security-texts.ts'
import type { User } from '#web/client/user-info.ts'
import type { AccountTexts } from '#text/en/site/account.ts'
import styles from './identity.module.css'

const EditIdentifier = lazyPart(() => import('./edit-identifier.tsx'), securityTexts)
const NameAccount = lazyPart(() => import('./name-account.tsx'), securityTexts)

type Props = { readonly t: AccountTexts; readonly language: Language; readonly user: User }

/** True for an account that an app created without name, email or phone, so that nobody can sign in to it elsewhere. */
export const isNameless = ({ accountName, email, phone }: User): boolean =>
  accountName === null && email === null && phone === null

export function Identity({ t, language, user }: Props) {
  const words = t.identity
  const section = useArrival<HTMLElement>('identity')
  const [editing, setEditing] = useState<IdentifierKind | 'nameless' | null>(null)
  const identifiers = [
    ['account_name', words.accountName, user.accountName],
    ['email', words.email, user.email],
    ['phone', words.phone, user.phone],
  ] as const
  const nameless = isNameless(user)
  const close = () => setEditing(null)
  return (
    <>
      <section aria-labelledby="identity" ref={section}>
        <h2 id="identity" className={styles.title}>
          {nameless ? words.title : words.namesTitle}
        </h2>
        <dl className={styles.lines}>
          <div>
            <dt>{words.uid}</dt>
            <dd className="num">{user.uid}</dd>
          </div>
          {!nameless &&
            identifiers.map(([kind, label, value]) => (
              <div key={kind}>
                <dt>{label}</dt>
                <dd className="num">
                  {value === null ? <span className="faint">{words.none}</span> : <span>{value}</span>}
                  <button
                    type="button"
                    className={`textual ${styles.edit}`}
                    aria-label={(value === null ? words.addLabel : words.changeLabel)(label)}
                    onClick={() => setEditing(kind)}
                  >
                    {value === null ? words.add : words.change}
                  </button>
                </dd>
              </div>
            ))}
          <div>
            <dt>{words.since}</dt>
            <dd className="num">{displayDate(user.registeredAt, language)}</dd>
          </div>
        </dl>
        {nameless && (
          <div className={styles.nameless}>
            <p>{words.nameless}</p>
            <button type="button" className="btn s" onClick={() => setEditing('nameless')}>
              {words.nameIt}
            </button>
          </div>
        )}
      </section>
      <Suspense>
        {editing === 'nameless' && <NameAccount onClose={close} />}
        {editing !== null && editing !== 'nameless' && (
          <EditIdentifier
            kind={editing}
            replaces={identifiers.some(([kind, , value]) => kind === editing && value !== null)}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  )
}
