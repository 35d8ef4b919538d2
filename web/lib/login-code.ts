import type { Language } from '#shared/language.ts'
import { ask } from '#ui/ask.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { api } from '#web/lib/api.ts'
import { readStored, removeStored, storageKeys, writeStored } from '#web/lib/browser-storage.ts'
import { readPageData } from '#web/lib/page-data.ts'
import { keepToken, storedToken } from '#web/lib/tokens.ts'
import { fetchUser, type User } from '#web/lib/user-info.ts'
import type { LoginCodeTexts } from '#web/text/en/login-code.ts'

const catalogues: Record<Language, () => Promise<{ readonly default: LoginCodeTexts }>> = {
  en: () => import('#web/text/en/login-code.ts'),
  'zh-CN': () => import('#web/text/zh-CN/login-code.ts'),
}
const quiet = { handlesErrors: true }

/**
 * Exchanges the code that the first script of the page took out of the address, once. Where somebody else is signed in
 * they are asked first; a session that is not wanted is ended. Resolves with whether the page has another session now.
 */
export async function exchangeLoginCode(): Promise<boolean> {
  const code = readStored('sessionStorage', storageKeys.loginCode)
  removeStored('sessionStorage', storageKeys.loginCode)
  if (code === null) return false
  const { default: t } = await catalogues[readPageData().language]()
  const before = await fetchUser().catch(() => null)
  const previous = storedToken()
  let token: string | null = null
  try {
    // The code lives for a minute, so that it is exchanged before anybody is asked; the new token waits meanwhile.
    const options = { ...quiet, takeToken: (pragma: string | null) => void (token = pragma) }
    const { uid, deletionCancelled } = await api('/api/user/user_login_code', { code }, options)
    if (before && before.uid !== uid && !(await wantsSwitch(t, before, uid))) {
      await endSession(token)
      return false
    }
    if (previous !== null) await endSession(previous)
    keepToken(token)
    removeStored('localStorage', storageKeys.eraseAt)
    if (deletionCancelled) writeStored('sessionStorage', storageKeys.deletionCancelled, '1')
    return true
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    await ask({ title: t.refusedTitle, text: error.message, yes: t.ok })
    return false
  }
}

const wantsSwitch = (t: LoginCodeTexts, { accountName, email, phone, uid }: User, other: number): Promise<boolean> =>
  ask({
    title: t.switchTitle,
    text: t.switchText(accountName ?? email ?? phone ?? String(uid), String(other)),
    yes: t.switchYes,
    no: t.switchNo,
  })

/** On the server; what is stored here stays. If that fails, the session dies of age. */
async function endSession(token: string | null): Promise<void> {
  if (token === null) return
  await api('/api/user/user_logout', {}, { ...quiet, token, takeToken: () => {} }).catch(() => null)
}
