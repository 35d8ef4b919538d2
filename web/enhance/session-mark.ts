import { readStored } from '#ui/browser-storage.ts'
import * as storageKeys from '#web/client/storage-keys.ts'
import { forgetInTab } from '#web/client/person.ts'
import { logOut } from './lazy-scripts.ts'

export function startLogOut(): void {
  document.addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLButtonElement>('[data-out]')
    if (!button || button.disabled) return
    for (const each of document.querySelectorAll<HTMLButtonElement>('[data-out]')) each.disabled = true
    import(/* @vite-ignore */ logOut)
      .then((module: { start: () => Promise<void> }) => module.start())
      .catch(() => {
        for (const each of document.querySelectorAll<HTMLButtonElement>('[data-out]')) each.disabled = false
      })
  })
}

type Seen = { readonly isIn: boolean; readonly person: string | null }
const look = (): Seen => ({
  isIn: readStored('localStorage', storageKeys.token) !== null,
  person: readStored('localStorage', storageKeys.person),
})

/**
 * Follows session changes from other tabs and after a return from the back-forward cache. Updates the header, and
 * reloads pages that may show personal data if the session ended or the account changed. A new token alone does not
 * mean another account.
 */
export function watchSession(): void {
  const root = document.documentElement.dataset
  // Session state as the head script saw it; another tab may have changed it since.
  let seen: Seen = { ...look(), isIn: root.account !== undefined }
  const follow = (now: Seen) => {
    const before = seen
    seen = now
    if (now.isIn) root.account = 'in'
    else delete root.account
    const isAnother = before.person !== null && now.person !== null && before.person !== now.person
    const isGone = before.isIn && !now.isIn
    if (!isGone && !isAnother) return
    forgetInTab()
    if (document.querySelector('#account, [data-live]')) location.reload()
  }
  addEventListener('storage', ({ key, storageArea, oldValue }) => {
    if (storageArea !== localStorage) return
    // The state before the change in the other tab counts, because this tab may have signed in since it was loaded.
    if (key === storageKeys.token) seen = { ...seen, isIn: oldValue !== null }
    else if (key === storageKeys.person) seen = { ...seen, person: oldValue }
    else if (key !== null) return
    follow(look())
  })
  addEventListener('pagehide', () => {
    // During a logout the token is already deleted while the page still shows the account, which must count as signed
    // in.
    const { isIn, person } = look()
    seen = { isIn: root.account !== undefined || isIn, person: person ?? seen.person }
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) follow(look())
  })
  follow(look())
}
