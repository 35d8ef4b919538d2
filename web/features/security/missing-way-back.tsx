import { useQuery } from '@tanstack/react-query'
import { securityQuery } from '#web/client/security-query.ts'
import type { User } from '#web/client/user-info.ts'
import { WayBack } from '#web/display/way-back.tsx'
import type { WayBackTexts } from '#web/text/en/way-back.ts'
import styles from './missing-way-back.module.css'

/** Only where neither an address nor a code would open the account; an account of an app that has no name yet gets that first. */
export function MissingWayBack({ t, user }: { readonly t: WayBackTexts; readonly user: User }) {
  const { data } = useQuery(securityQuery)
  if (user.email !== null || user.phone !== null) return null
  // It keeps its place until that is known: what came in above a button would move the button from under a finger.
  if (!data)
    return (
      <div className={styles.place} inert>
        <WayBack t={t} base="" hasPassword />
      </div>
    )
  if (data.recoveryCodesLeft > 0) return null
  if (!data.password && data.passkeys.length === 0) return null
  return <WayBack t={t} base="" hasPassword={data.password} />
}
