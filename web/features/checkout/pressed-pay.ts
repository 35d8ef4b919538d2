import type { Method } from '#shared/method.ts'
import { holdsAnyToken } from '#web/client/tokens.ts'
import type { CheckoutState } from './checkout-state.ts'
import type { Wish } from './selection.ts'

/**
 * True if the visitor pressed Pay before this island ran, and the press will be replayed for the choice that they saw.
 * Takes the press back if that choice cannot be kept: a stored promo code changes the total, and after a tick made by
 * hand the button's label is outdated. A visitor who is not signed in still sees the ticked choice in the sign-in sheet
 * before anything is ordered.
 */
export function takePressedPay(stored: Wish | null): boolean {
  const { early } = window
  const index = early.findIndex(([, target]) => target instanceof HTMLFormElement)
  if (index === -1) return false
  const isTicked = early.some(([, target]) => target instanceof HTMLInputElement)
  if (!stored?.promoCode && !(isTicked && holdsAnyToken())) return true
  for (let at = early.length; at-- > 0;) if (early[at]?.[1] instanceof HTMLFormElement) early.splice(at, 1)
  return false
}

/** Starts from the method that the page shows: inside WeChat, the first script has preselected another than the server. */
export function startShown(state: CheckoutState): CheckoutState {
  const shown = import.meta.env.SSR ? null : document.querySelector<HTMLInputElement>('#methods [checked]')
  return shown ? { ...state, preferred: shown.value as Method } : state
}
