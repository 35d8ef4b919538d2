import { readStoredJson } from '#web/client/browser-storage.ts'
import { originOf, tabKey, type CampaignOrigin } from '#web/client/campaign-parameters.ts'

/** What this browser knows of where its visitor came from. */
export const readOrigin = (): CampaignOrigin =>
  originOf({
    search: location.search,
    tab: readStoredJson('sessionStorage', tabKey),
    cookies: document.cookie,
    now: Date.now(),
  })
