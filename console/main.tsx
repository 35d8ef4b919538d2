import '#ui/tokens.css'
import './base.css'
import './shell/shell.css'
import './list/kit.css'
import './list/table.css'
import './list/list.css'
import './list/pick.css'
import './act/act.css'
import { createRoot } from 'react-dom/client'
import type { Language } from '#shared/language.ts'
import { loadShellTexts } from './client/language.ts'
import { createQueryClient } from './client/query-client.ts'
import { followSession, meQuery } from './client/session.ts'
import { readStored } from '#ui/browser-storage.ts'
import { startTheme } from './client/theme.ts'
import { App } from './app.tsx'

/**
 * True if the browser lacks the newest built-ins that the console needs. The console then shows the notice "too old" of
 * the document and does not start.
 */
const isTooOld = (): boolean => !('toSorted' in Array.prototype && 'json' in Response)

async function start(root: HTMLElement): Promise<void> {
  startTheme()
  if (isTooOld()) return void (root.dataset.old = '')
  const stored = readStored('localStorage', 'language')
  const language: Language =
    stored === 'en' || stored === 'zh-CN' ? stored : document.documentElement.lang === 'zh-CN' ? 'zh-CN' : 'en'
  const queries = createQueryClient()
  followSession(queries)
  void queries.prefetchQuery(meQuery)
  const texts = await loadShellTexts[language]()
  document.documentElement.lang = language
  createRoot(root).render(<App queries={queries} language={language} texts={texts} />)
}

const root = document.getElementById('console')
if (root) void start(root)
