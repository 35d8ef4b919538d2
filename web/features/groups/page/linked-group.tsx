import { Suspense, useEffect, useState } from 'react'
import { serverNow } from '#web/client/server-clock.ts'
import { displayClock } from '#web/display/display-date.ts'
import { lazySection } from '#web/display/lazy-part.tsx'
import type { Paying } from '#web/features/groups/seat/pay-seat.tsx'
import type { GroupCard } from '#web/features/groups/base/groups.queries.ts'
import { FirstLook } from './first-look.tsx'
import type { GroupPageProps } from './known-group.tsx'

const load = () => import('./known-group.tsx')
const LazyGroup = lazySection(load)

export type LinkedGroupProps = GroupPageProps & {
  readonly first: GroupCard
  /** Deadline as text with a named time zone, because the server does not know the visitor's zone. */
  readonly deadline: string
}
type Props = LinkedGroupProps & Pick<Paying, 't' | 'language' | 'base'>

/** Group page that the server rendered with its group. It becomes live once its script has loaded. */
export function LinkedGroup({ first, deadline, ...props }: Props) {
  const { language } = props
  /** Deadline in the visitor's time zone; null while the page is as the server rendered it. */
  const [local, setLocal] = useState<string | null>(null)
  const [joining, setJoining] = useState(false)
  const isHeld = useHeldPointer()
  const [Known, setKnown] = useState<typeof LazyGroup | null>(null)
  useEffect(() => {
    // The timer lets the replay of early clicks run first, because that needs the server-rendered buttons.
    const timer = setTimeout(() => {
      setLocal(displayClock(first.expiresAt, language, serverNow()))
      // Once loaded, the live version replaces the server's HTML in one step. After a failure, the lazy component shows
      // the error.
      load().then(
        ({ default: part }) => setKnown(() => part),
        () => setKnown(() => LazyGroup),
      )
    })
    return () => clearTimeout(timer)
  }, [first.expiresAt, language])
  const [isLive, setLive] = useState(false)
  if (Known && !isHeld && !isLive) setLive(true)
  const look = (
    <FirstLook {...props} card={first} deadline={local ?? deadline} joining={joining} onJoin={() => setJoining(true)} />
  )
  if (local === null || !Known || !isLive) return look
  return (
    <Suspense fallback={look}>
      <Known {...props} code={first.groupId} first={first} deadline={local} joining={joining} isHeld={isHeld} />
    </Suspense>
  )
}

/** Longest delay in ms between the end of a tap and its click event. */
const clickMs = 100

/** True while a finger or mouse button is down, because a button that is replaced meanwhile gets no click. */
function useHeldPointer(): boolean {
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const hold = () => {
      clearTimeout(timer)
      setHeld(true)
    }
    const release = () => {
      timer = setTimeout(setHeld, clickMs, false)
    }
    addEventListener('pointerdown', hold, true)
    for (const end of ['pointerup', 'pointercancel']) addEventListener(end, release, true)
    return () => {
      clearTimeout(timer)
      removeEventListener('pointerdown', hold, true)
      for (const end of ['pointerup', 'pointercancel']) removeEventListener(end, release, true)
    }
  }, [])
  return isHeld
}
