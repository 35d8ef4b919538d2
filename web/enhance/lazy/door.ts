import { fillInviteCode } from '#web/client/fill-invite-code.ts'
import { consumeReturnPath, noteReferrer } from '#web/client/login-return.ts'
import { tellStep } from '#web/client/marketing.ts'
import { holdsAnyToken } from '#web/client/tokens.ts'

// On the doors to the account, whether anyone touches the form or not: who is signed in goes back to where they came from (SPEC §2).
noteReferrer()
if (/\/register\/?$/.test(location.pathname)) {
  tellStep('sign_up_form')
  fillInviteCode()
}
// Most who come hold no token: what makes calls is not loaded for them.
if (holdsAnyToken())
  import('#web/client/user-info.ts')
    .then(({ fetchUser }) => fetchUser())
    .then(
      (user) => {
        // While a login code is exchanged it is not settled who this is; that script sends people on.
        if (user && document.documentElement.dataset.entering === undefined) location.replace(consumeReturnPath())
      },
      // No answer: anyone who is here can still fill the form in.
      () => null,
    )
