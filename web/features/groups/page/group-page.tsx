import { Suspense, useEffect, useState } from 'react'
import { lazySection } from '#web/display/lazy-part.tsx'
import { Coming, Missing } from './no-group-yet.tsx'
import type { GroupPageProps } from './known-group.tsx'
import type { Paying } from '#web/features/groups/seat/pay-seat.tsx'

const load = () => import('./known-group.tsx')
const KnownGroup = lazySection(load)

type Props = GroupPageProps & Pick<Paying, 't' | 'language' | 'base'>

/** Page of a group's link. It reads the group code from the URL, because the server caches one page for all groups. */
export function GroupPage(props: Props) {
  const [code, setCode] = useState<string>()
  // Removes punctuation that a chat app appended to the code. The server corrects look-alike characters.
  useEffect(() => setCode(new URLSearchParams(location.search).get('group')?.replace(/[^\dA-Z]/gi, '') ?? ''), [])
  if (code === undefined) return <Coming />
  if (code.length !== 11) return <Missing {...props} />
  return (
    <Suspense fallback={<Coming />}>
      <KnownGroup {...props} code={code} />
    </Suspense>
  )
}
