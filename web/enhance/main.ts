import { watchConnection } from './connection.ts'
import { startErrors } from './errors.ts'
import { startExtras } from './extras.ts'
import { startIslands } from './islands.ts'
import { startLanguage } from './language.ts'
import { startLiveReload } from './live-reload.ts'
import { startMenus } from './menus.ts'
import { startFetchingScripts, startPrefetch } from './prefetch.ts'
import { watchSession, startLogOut } from './session-mark.ts'
import { startTheme } from './theme.ts'

const script = document.currentScript
if (script) startErrors(script.dataset)
watchConnection()
startIslands()
startMenus()
startLanguage(script?.dataset.swap)
startTheme()
startLogOut(script?.dataset.out)
watchSession()
startPrefetch(script?.dataset.prefetch)
startFetchingScripts()
if (script) startExtras(script.dataset)
if (import.meta.env.MODE === 'development') startLiveReload()
