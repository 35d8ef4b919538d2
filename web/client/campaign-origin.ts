import { readStoredJson } from '#ui/browser-storage.ts'
import { originOf, tabKey, type CampaignOrigin, inviteCodeOf } from '#web/client/campaign-parameters.ts'

export const readOrigin = (): CampaignOrigin =>
  originOf({
    search: new URLSearchParams(location.search).has('r') ? location.search : searchBefore(),
    tab: readStoredJson('sessionStorage', tabKey),
    cookies: document.cookie,
    now: Date.now(),
  })

/**
 * Query string of the previous page if it belongs to this site, otherwise of this page. The visitor may have left that
 * page before its script could save the referral code.
 */
function searchBefore(): string {
  const { referrer } = document
  return referrer.startsWith(`${location.origin}/`) ? new URL(referrer).search : location.search
}

let isFilled = false

/**
 * Fills the register form's invite code from the page's URL or the saved origin of the visit. Runs once per page,
 * although two scripts call it: a visitor who empties the field wants no inviter, and a second call would fill it
 * again.
 */
export function fillInviteCode(): void {
  const field = document.querySelector<HTMLInputElement>('[name=inviteCode]')
  if (!field || isFilled) return
  isFilled = true
  const query = new URLSearchParams(location.search)
  const code = query.get('invite') ?? inviteCodeOf(query.get('r') ?? readOrigin().r ?? '')
  if (field.value === '') field.value = code.slice(0, 32)
}
