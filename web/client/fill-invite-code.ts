import { readOrigin } from './campaign-origin.ts'
import { inviteCodeOf } from './campaign-parameters.ts'

let isFilled = false

/**
 * Puts into the form to register whose link brought them, as this visit or this browser knows it: who takes the code out wants
 * no one to have brought them. Once a page: its own script and the form's both ask for it, because an empty field that is sent
 * says the same, and neither script waits for the other.
 */
export function fillInviteCode(): void {
  const field = document.querySelector<HTMLInputElement>('[name=inviteCode]')
  if (!field || isFilled) return
  isFilled = true
  const query = new URLSearchParams(location.search)
  const code = query.get('invite') ?? inviteCodeOf(query.get('r') ?? readOrigin().r ?? '')
  if (field.value === '') field.value = code.slice(0, 32)
}
