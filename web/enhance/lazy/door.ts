import { readOrigin } from '#web/client/campaign-origin.ts'
import { inviteCodeOf } from '#web/client/campaign-parameters.ts'
import { consumeReturnPath, noteReferrer } from '#web/client/login-return.ts'
import { tellStep } from '#web/client/marketing.ts'
import { fetchUser } from '#web/client/user-info.ts'

// On the doors to the account, whether anyone touches the form or not: who is signed in goes back to where they came from (SPEC §2).
noteReferrer()
if (/\/register\/?$/.test(location.pathname)) {
  tellStep('sign_up_form')
  fillInviteCode()
}
fetchUser().then(
  (user) => {
    // While a login code is exchanged it is not settled who this is; that script sends people on.
    if (user && document.documentElement.dataset.entering === undefined) location.replace(consumeReturnPath())
  },
  // No answer: anyone who is here can still fill the form in.
  () => null,
)

/** Whose link brought them, as this visit or this browser knows it: who takes the code out wants no one to have brought them. */
function fillInviteCode(): void {
  const field = document.querySelector<HTMLInputElement>('[name=inviteCode]')
  const query = new URLSearchParams(location.search)
  const code = query.get('invite') ?? inviteCodeOf(query.get('r') ?? readOrigin().r ?? '')
  if (field?.value === '') field.value = code.slice(0, 32)
}
