import { Suspense, useEffect, useState } from 'react'
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
  const [started, setStarted] = useState(false)
  const [joining, setJoining] = useState(false)
  useEffect(() => {
    // After the replay of early clicks, which needs the buttons that the server rendered.
    const timer = setTimeout(() => setStarted(true))
    return () => clearTimeout(timer)
  }, [])
  const look = (
    <FirstLook {...props} card={first} deadline={deadline} joining={joining} onJoin={() => setJoining(true)} />
  )
  if (!started) return look
  return (
    <Suspense fallback={look}>
      <KnownGroup {...props} code={first.groupId} first={first} deadline={deadline} joining={joining} />
    </Suspense>
  )
}
