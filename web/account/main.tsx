import { createRoot } from 'react-dom/client'
import type { Language } from '#shared/language.ts'
import { readStored, storageKeys } from '#web/client/browser-storage.ts'
import { readPageData } from '#web/client/page-data.ts'
import { onBack } from '#web/client/connection.ts'
import { createQueryClient } from '#web/client/query-client.tsx'
import { reloadOnce } from '#web/client/reload-once.ts'
import { userQuery } from '#web/client/session.ts'
import type { AccountTexts } from '#web/text/en/account.ts'
import { App } from './app.tsx'

const catalogues: Record<Language, () => Promise<{ readonly default: AccountTexts }>> = {
  en: () => import('#web/text/en/account.ts'),
  'zh-CN': () => import('#web/text/zh-CN/account.ts'),
}

async function start(root: HTMLElement) {
  const { language } = readPageData()
  const queryClient = createQueryClient()
  if (readStored('sessionStorage', storageKeys.loginCode) !== null) {
    const { exchangeLoginCode } = await import('#web/client/login-code.ts')
    await exchangeLoginCode()
  }
  // Who is here is asked while the rest of the scripts is still on its way.
  void queryClient.prefetchQuery(userQuery)
  const { default: t } = await catalogues[language]()
  root.removeAttribute('aria-busy')
  createRoot(root).render(<App queryClient={queryClient} t={t} language={language} />)
}

const root = document.getElementById('account')
if (root) {
  start(root).catch(async (error: unknown) => {
    const outcome = await reloadOnce()
    if (outcome === 'unreachable') onBack(() => location.reload())
    if (outcome === 'stays') throw error
  })
}
