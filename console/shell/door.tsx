import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { ConsoleError } from '#console/client/console-error.ts'
import { meQuery } from '#console/client/session.ts'
import { Failure } from '#console/list/failure.tsx'
import { Skeleton } from '#console/list/skeleton.tsx'
import { ChooseSecret } from './choose-secret.tsx'
import { SignIn } from './sign-in.tsx'

/** Lets in who is signed in with a secret of their own. */
export function Door({ children }: { children: ReactNode }) {
  const { data: me, error, refetch } = useQuery(meQuery)
  if (me === null) return <SignIn />
  if (me?.invited) return <ChooseSecret />
  // Each has pages of their own: nothing that one typed stands there for another.
  if (me) return <Fragment key={me.name}>{children}</Fragment>
  if (error instanceof ConsoleError)
    return (
      <div className="door">
        <Failure error={error} retry={() => void refetch()} />
      </div>
    )
  return <Skeleton />
}
