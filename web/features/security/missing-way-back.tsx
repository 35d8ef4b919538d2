import { useQuery } from '@tanstack/react-query'
import { securityQuery } from '#web/client/security-query.ts'
import type { User } from '#web/client/user-info.ts'
import { WayBack } from '#web/display/way-back.tsx'
import type { WayBackTexts } from '#web/text/en/way-back.ts'

/** Only where neither an address nor a code would open the account; an account of an app that has no name yet gets that first. */
export function MissingWayBack({ t, user }: { readonly t: WayBackTexts; readonly user: User }) {
  const { data } = useQuery(securityQuery)
  if (!data || user.email !== null || user.phone !== null || data.recoveryCodesLeft > 0) return null
  if (!data.password && data.passkeys.length === 0) return null
  return <WayBack t={t} base="" hasPassword={data.password} />
}
