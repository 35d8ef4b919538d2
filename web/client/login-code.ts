import type { Language } from '#shared/language.ts'
import { ask } from '#ui/ask.ts'
import { ApiError } from '#web/client/api-error.ts'
import { api } from '#web/client/api.ts'
import { readStored, removeStored, writeStored } from '#ui/browser-storage.ts'
import * as storageKeys from '#web/client/storage-keys.ts'
import { readPageData } from '#web/client/page-data.ts'
import { storeToken, storedToken } from '#web/client/tokens.ts'
import { fetchUser, nameOf } from '#web/client/user-info.ts'
import { confirmAccount } from '#web/client/login-question.ts'
import type { LoginCodeTexts } from '#text/en/site/login-code.ts'

const catalogues: Record<Language, () => Promise<{ readonly default: LoginCodeTexts }>> = {
  en: () => import('#text/en/site/login-code.ts'),
  'zh-CN': () => import('#text/zh-CN/site/login-code.ts'),
}
const quiet = { handlesErrors: true }

/**
 * Exchanges the one-time login code from the URL for a session. Always asks for confirmation first, because anyone can
 * send a link that opens their own account. Resolves with true if the page now has another session.
 */
export async function exchangeLoginCode(): Promise<boolean> {
  const code = readStored('sessionStorage', storageKeys.loginCode)
  removeStored('sessionStorage', storageKeys.loginCode)
  if (code === null) return false
  const { default: t } = await catalogues[readPageData().language]()
  const before = await fetchUser().catch(() => null)
  try {
    const { ticket, name, idEnd } = await api('/api/user/user_login_code', { code }, quiet)
    if (!(await confirmAccount(t, { name: name ?? t.nameless, id: t.id(idEnd), here: before && nameOf(before) })))
      return false
    let token: string | null = null
    const options = { ...quiet, takeToken: (pragma: string | null) => void (token = pragma) }
    const { deletionCancelled } = await api('/api/user/user_login_ticket', { ticket }, options)
    const previous = storedToken()
    if (previous !== null) await endSession(previous)
    storeToken(token)
    removeStored('localStorage', storageKeys.eraseAt)
    if (deletionCancelled) writeStored('sessionStorage', storageKeys.deletionCancelled, '1')
    return true
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    await ask({ title: t.refusedTitle, text: error.message, yes: t.ok })
    return false
  }
}

/** Ends a session on the server only. If the call fails, the session expires by itself. */
async function endSession(token: string): Promise<void> {
  await api('/api/user/user_logout', {}, { ...quiet, token, takeToken: () => {} }).catch(() => null)
}
