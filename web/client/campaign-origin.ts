import { readStoredJson } from '#web/client/browser-storage.ts'
import { originOf, tabKey, type CampaignOrigin } from '#web/client/campaign-parameters.ts'

/** What this browser knows of where its visitor came from. */
export const readOrigin = (): CampaignOrigin =>
  originOf({
    search: new URLSearchParams(location.search).has('r') ? location.search : searchBefore(),
    tab: readStoredJson('sessionStorage', tabKey),
    cookies: document.cookie,
    now: Date.now(),
  })

/**
 * Of the page of this site that led here: who followed a link faster than its script came left the code there. Nothing
 * is stored for it.
 */
function searchBefore(): string {
  const { referrer } = document
  return referrer.startsWith(`${location.origin}/`) ? new URL(referrer).search : location.search
}
