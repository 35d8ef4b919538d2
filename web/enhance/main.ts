import { watchConnection } from './connection.ts'
import { startErrors } from './errors.ts'
import { startExtras } from './extras.ts'
import { startIslands } from './islands.ts'
import { startLanguage } from './language.ts'
import { startMenus } from './menus.ts'
import { startFetchingScripts, startPrefetch } from './prefetch.ts'
import { watchSession, startLogOut } from './session-mark.ts'
import { startTheme } from './theme.ts'

const liveReloadMs = 700

function startLiveReload(): void {
  let shown: string | null = null
  async function look(): Promise<void> {
    // A failed request counts as no answer, because the server is briefly down while it restarts.
    const response = await fetch('/build.txt', { cache: 'no-store' }).catch(() => null)
    if (!response?.ok) return
    const build = await response.text()
    if (shown !== null && build !== shown) location.reload()
    shown = build
  }
  setInterval(() => void look(), liveReloadMs)
}

// Element from which the head script took the URL of this module; its attributes are the options.
const options = document.getElementById('enhancer')?.dataset ?? {}
startErrors(options)
watchConnection()
startIslands()
startMenus()
startLanguage()
startTheme()
startLogOut()
watchSession()
startPrefetch(options)
startFetchingScripts()
startExtras(options)
if (import.meta.env.MODE === 'development') startLiveReload()
