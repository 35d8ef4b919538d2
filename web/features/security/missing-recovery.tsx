import { useQuery } from '@tanstack/react-query'
import { securityQuery } from '#web/client/security-query.ts'
import type { User } from '#web/client/user-info.ts'
import { RecoveryWarning } from '#web/display/recovery-warning.tsx'
import type { RecoveryTexts } from '#text/en/site/membership-state.ts'
import styles from './missing-recovery.module.css'

/**
 * Warns if the account has neither email, phone nor recovery codes, so that a lost password would lock the user out.
 * Accounts with neither password nor passkey, as apps create them, get no warning: they must choose a name first.
 */
export function MissingRecovery({ t, user }: { readonly t: RecoveryTexts; readonly user: User }) {
  const { data } = useQuery(securityQuery)
  if (user.email !== null || user.phone !== null) return null
  // Reserves the space while loading, so that buttons below do not move.
  if (!data)
    return (
      <div className={styles.place} inert>
        <RecoveryWarning t={t} base="" hasPassword />
      </div>
    )
  if (data.recoveryCodesLeft > 0) return null
  if (!data.password && data.passkeys.length === 0) return null
  return <RecoveryWarning t={t} base="" hasPassword={data.password} />
}
