import { readOrigin } from './campaign-origin.ts'
import { inviteCodeOf } from './campaign-parameters.ts'

let isFilled = false

/**
 * Fills the register form's invite code from the address, the visit or this browser. Runs once per page, although the
 * page's script and the form's script both call it: a visitor who empties the field wants no inviter, and a second call
 * would fill it again.
 */
export function fillInviteCode(): void {
  const field = document.querySelector<HTMLInputElement>('[name=inviteCode]')
  if (!field || isFilled) return
  isFilled = true
  const query = new URLSearchParams(location.search)
  const code = query.get('invite') ?? inviteCodeOf(query.get('r') ?? readOrigin().r ?? '')
  if (field.value === '') field.value = code.slice(0, 32)
}
