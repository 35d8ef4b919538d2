import { readStoredJson } from '#ui/browser-storage.ts'
import { originOf, tabKey, type CampaignOrigin } from '#web/client/campaign-parameters.ts'

export const readOrigin = (): CampaignOrigin =>
  originOf({
    search: new URLSearchParams(location.search).has('r') ? location.search : searchBefore(),
    tab: readStoredJson('sessionStorage', tabKey),
    cookies: document.cookie,
    now: Date.now(),
  })

/** Query string of the previous page. It still has the referral code if the visitor left before its script ran. */
function searchBefore(): string {
  const { referrer } = document
  return referrer.startsWith(`${location.origin}/`) ? new URL(referrer).search : location.search
}
