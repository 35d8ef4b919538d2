import { CopyField } from '#ui/copy-field.tsx'
import { LinkField } from '#ui/link-field.tsx'
import type { User } from '#web/client/user-info.ts'
import type { AccountTexts } from '#text/en/site/account.ts'
import styles from './identity.module.css'

export function YourInvite({ t, user }: { readonly t: AccountTexts; readonly user: User }) {
  const words = t.identity
  return (
    <section aria-labelledby="invite">
      <h2 id="invite" className={styles.title}>
        {words.inviteTitle}
      </h2>
      <div className={styles.invite}>
        <p className="label">{words.inviteCode}</p>
        <CopyField value={user.inviteCode} label={words.copyCode} copy={t.copy} copied={t.copied} />
        <p className="label">{words.inviteLink}</p>
        <LinkField value={user.inviteLink} label={words.copyLink} copy={t.copy} copied={t.copied} />
      </div>
    </section>
  )
}
