import { fillInviteCode } from '#web/client/campaign-origin.ts'
import { consumeReturnPath, saveReferrer } from '#web/client/login-return.ts'
import { reportFunnelStep } from '#web/client/marketing.ts'
import { holdsAnyToken } from '#web/client/tokens.ts'

// Saves the page to return to. On login and register pages, signed-in visitors are sent back to it below.
saveReferrer()
if (/\/register\/?$/.test(location.pathname)) {
  reportFunnelStep('sign_up_form')
  fillInviteCode()
}
// Most visitors have no token, so the API client is loaded only for those with one.
if (holdsAnyToken())
  import('#web/client/user-info.ts')
    .then(({ fetchUser }) => fetchUser())
    .then(
      (user) => {
        // While a login code is exchanged, that script decides where to go.
        if (user && document.documentElement.dataset.entering === undefined) location.replace(consumeReturnPath())
      },
      // If the user call fails, the visitor can still use the form.
      () => null,
    )
