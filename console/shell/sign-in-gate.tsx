import { useQuery } from '@tanstack/react-query'
import { Fragment, lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ConsoleError } from '#console/client/console-error.ts'
import { meQuery } from '#console/client/session.ts'
import { Failure, Skeleton } from '#console/frame/query-state.tsx'
import { SignIn } from './sign-in.tsx'

const AcceptInvitation = lazy(() => import('./accept-invitation.tsx'))

export function SignInGate({ children }: { children: ReactNode }) {
  const [invitation, forgetInvitation] = useInvitation()
  const { data: me, error, refetch } = useQuery(meQuery)
  if (invitation !== null)
    return (
      <Suspense fallback={<Skeleton />}>
        <AcceptInvitation token={invitation} onEntered={forgetInvitation} onLeft={forgetInvitation} />
      </Suspense>
    )
  if (me === null) return <SignIn />
  // Remounts all pages when another operator signs in, so that no input of the previous one remains.
  if (me) return <Fragment key={me.name}>{children}</Fragment>
  if (error instanceof ConsoleError)
    return (
      <div className="door">
        <Failure error={error} retry={() => void refetch()} />
      </div>
    )
  return <Skeleton />
}

/**
 * Token of an invitation link. It is removed from the URL at once, so that neither history nor a screenshot keeps it.
 */
function useInvitation(): readonly [string | null, () => void] {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const found = /^#invitation=([\w-]{1,100})$/.exec(hash)?.[1] ?? null
  const [token, setToken] = useState(found)
  useEffect(() => {
    if (found === null) return
    setToken(found)
    void navigate('/console', { replace: true })
  }, [found, navigate])
  return [found ?? token, () => setToken(null)]
}
