import { api } from '#web/client/api.ts'
import { consumeErrand, noteSignIn } from '#web/client/login-return.ts'

/**
 * From the page to register: back to what someone was about to do, else to the first ride, with the trial that waits for it.
 * Where there is none, or it cannot be asked for now, that page says so.
 */
export async function enterNew(base: string): Promise<void> {
  noteSignIn({ deletionCancelled: false })
  // The door's own script, should it come while the trial is asked for, sends no one on.
  document.documentElement.dataset.entering = ''
  const errand = consumeErrand()
  if (errand === null) await api('/api/user/user_claim_trial', {}, { handlesErrors: true }).catch(() => null)
  location.replace(errand ?? `${base}/start`)
}
