import { useEffect } from 'react'
import { noteReferrer, consumeReturnPath } from '#web/client/login-return.ts'
import { fetchUser } from '#web/client/user-info.ts'

/** On the doors to the account: sends a signed-in visitor back to where they came from (SPEC §2). */
export function useSignedInGuard(): void {
  useEffect(() => {
    noteReferrer()
    fetchUser().then(
      (user) => {
        // While a login code is exchanged it is not settled who this is; that script sends people on.
        if (user && document.documentElement.dataset.entering === undefined) location.replace(consumeReturnPath())
      },
      // No answer: anyone who is here can still fill the form in.
      () => null,
    )
  }, [])
}
