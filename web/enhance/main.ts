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

// Element by which the head script imported this module.
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
