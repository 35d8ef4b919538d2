import { Suspense, useEffect, useState } from 'react'
import { lazySection } from '#web/display/lazy-part.tsx'
import type { Paying } from '#web/features/groups/seat/pay-seat.tsx'
import type { GroupCard } from '#web/features/groups/base/groups.queries.ts'
import { FirstLook } from './first-look.tsx'
import type { GroupPageProps } from './known-group.tsx'

const load = () => import('./known-group.tsx')
const KnownGroup = lazySection(load)

export type LinkedGroupProps = GroupPageProps & {
  /** The group as the server knew it when it sent the page. */
  readonly first: GroupCard
  /** Until when it waits, in a zone that the text names: the server knows no other. */
  readonly deadline: string
}
type Props = LinkedGroupProps & Pick<Paying, 't' | 'language' | 'base'>

/** A group's page that came with its group: seen at once, alive as soon as its script is there. */
export function LinkedGroup({ first, deadline, ...props }: Props) {
  const [started, setStarted] = useState(false)
  useEffect(() => setStarted(true), [])
  const look = <FirstLook {...props} card={first} deadline={deadline} />
  if (!started) return look
  return (
    <Suspense fallback={look}>
      <KnownGroup {...props} code={first.groupId} first={first} deadline={deadline} />
    </Suspense>
  )
}
