import { Suspense, useEffect, useState } from 'react'
import { serverNow } from '#web/client/server-clock.ts'
import { displayClock } from '#web/display/display-date.ts'
import { lazySection } from '#web/display/lazy-part.tsx'
import type { Paying } from '#web/features/groups/seat/pay-seat.tsx'
import type { GroupCard } from '#web/features/groups/base/groups.queries.ts'
import { FirstLook } from './first-look.tsx'
import type { GroupPageProps } from './known-group.tsx'

const load = () => import('./known-group.tsx')
const KnownGroup = lazySection(load)

export type LinkedGroupProps = GroupPageProps & {
  readonly first: GroupCard
  /** Deadline as text with its time zone, because the server does not know the visitor's. */
  readonly deadline: string
}
type Props = LinkedGroupProps & Pick<Paying, 't' | 'language' | 'base'>

/** Page rendered with its group; becomes live once its script has loaded. */
export function LinkedGroup({ first, deadline, ...props }: Props) {
  const { language } = props
  /** Deadline by the visitor's clock; null while the page is as the server rendered it. */
  const [local, setLocal] = useState<string | null>(null)
  const [joining, setJoining] = useState(false)
  useEffect(() => {
    // The timer lets the replay of early clicks run first, which needs the buttons that the server rendered.
    const timer = setTimeout(() => setLocal(displayClock(first.expiresAt, language, serverNow())))
    return () => clearTimeout(timer)
  }, [first.expiresAt, language])
  const look = (
    <FirstLook {...props} card={first} deadline={local ?? deadline} joining={joining} onJoin={() => setJoining(true)} />
  )
  if (local === null) return look
  return (
    <Suspense fallback={look}>
      <KnownGroup {...props} code={first.groupId} first={first} deadline={local} joining={joining} />
    </Suspense>
  )
}
