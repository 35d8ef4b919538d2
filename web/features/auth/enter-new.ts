import { api } from '#web/client/api.ts'
import { consumeErrand, noteSignIn } from '#web/client/login-return.ts'

/**
 * Leaves the register page: resumes an interrupted errand, otherwise claims the trial and opens the start page. That
 * page shows the state even if the claim failed.
 */
export async function enterNew(base: string): Promise<void> {
  noteSignIn({ deletionCancelled: false })
  // Stops the register page's own script from redirecting meanwhile.
  document.documentElement.dataset.entering = ''
  const errand = consumeErrand()
  if (errand === null) await api('/api/user/user_claim_trial', {}, { handlesErrors: true }).catch(() => null)
  location.replace(errand ?? `${base}/start`)
}
