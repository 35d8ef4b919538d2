import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { ConsoleError } from '#console/client/console-error.ts'
import { meQuery } from '#console/client/session.ts'
import { Failure } from '#console/list/failure.tsx'
import { Skeleton } from '#console/list/skeleton.tsx'
import { ChooseSecret } from './choose-secret.tsx'
import { SignIn } from './sign-in.tsx'

export function Door({ children }: { children: ReactNode }) {
  const { data: me, error, refetch } = useQuery(meQuery)
  if (me === null) return <SignIn />
  if (me?.invited) return <ChooseSecret />
  // Remounts all pages for another operator, so that no input of the previous one remains.
  if (me) return <Fragment key={me.name}>{children}</Fragment>
  if (error instanceof ConsoleError)
    return (
      <div className="door">
        <Failure error={error} retry={() => void refetch()} />
      </div>
    )
  return <Skeleton />
}
