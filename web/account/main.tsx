import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import type { Language } from '#shared/language.ts'
import { readStored } from '#ui/browser-storage.ts'
import * as storageKeys from '#web/client/storage-keys.ts'
import { readPageData } from '#web/client/page-data.ts'
import { onOnline } from '#web/client/connection.ts'
import { createQueryClient } from '#web/client/query-client.tsx'
import { reloadOnce } from '#web/client/reload-once.ts'
import { userQuery } from '#web/client/session.ts'
import { storedToken } from '#web/client/tokens.ts'
import { noticesIn } from '#web/features/messages/messages.queries.ts'
import type { AccountTexts } from '#text/en/site/account.ts'
import type { AccountRoot } from '#web/client/account-root.ts'
import { App } from './app.tsx'
import { menuState } from './menu-state.ts'

const catalogues: Record<Language, () => Promise<{ readonly default: AccountTexts }>> = {
  en: () => import('#text/en/site/account.ts'),
  'zh-CN': () => import('#text/zh-CN/site/account.ts'),
}

async function start(root: AccountRoot) {
  const { language } = readPageData()
  const queryClient = createQueryClient()
  if (readStored('sessionStorage', storageKeys.loginCode) !== null) {
    const { exchangeLoginCode } = await import('#web/client/login-code.ts')
    await exchangeLoginCode()
  }
  void queryClient.prefetchQuery(userQuery)
  if (storedToken() !== null) void queryClient.prefetchQuery(noticesIn(language))
  const { default: t } = await catalogues[language]()
  root.removeAttribute('aria-busy')
  menuState.save(root)
  const drawn = createRoot(root)
  const draw = (spoken: Language, words: AccountTexts) =>
    drawn.render(<App queryClient={queryClient} t={words} language={spoken} />)
  draw(language, t)
  root.dataset.live = ''
  root.speak = async (other) => {
    const { default: words } = await catalogues[other]()
    return () => {
      // Shows the new language in a transition, so that the old text stays until lazy parts have loaded their new text.
      startTransition(() => draw(other, words))
      void queryClient.invalidateQueries()
    }
  }
}

const root = document.getElementById('account')
if (root) {
  start(root).catch(async (error: unknown) => {
    const outcome = await reloadOnce()
    if (outcome === 'unreachable') onOnline(() => location.reload())
    if (outcome === 'stays') throw error
  })
}
