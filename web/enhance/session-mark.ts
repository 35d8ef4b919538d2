import { readStored } from '#web/client/browser-storage.ts'
import * as storageKeys from '#web/client/storage-keys.ts'
import { forgetInTab } from '#web/client/person.ts'

/** Logging out by the header's button. `script` does it; it is loaded when someone presses. */
export function startLogOut(script: string | undefined): void {
  document.addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLButtonElement>('[data-out]')
    if (!button || !script || button.disabled) return
    for (const each of document.querySelectorAll<HTMLButtonElement>('[data-out]')) each.disabled = true
    import(/* @vite-ignore */ script)
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
 * What another tab did to the session, or this one before the browser brought a page of it back: the header's doors follow, and a page
 * that may show what is someone's own is loaded anew when they are gone or another one came. A token alone changes by itself.
 */
export function watchSession(): void {
  let seen = look()
  const follow = (now: Seen) => {
    const before = seen
    seen = now
    const { dataset } = document.documentElement
    if (now.isIn) dataset.account = 'in'
    else delete dataset.account
    const isAnother = before.person !== null && now.person !== null && before.person !== now.person
    const isGone = before.isIn && !now.isIn
    if (!isGone && !isAnother) return
    forgetInTab()
    if (document.querySelector('#account, [data-live]')) location.reload()
  }
  addEventListener('storage', ({ key, storageArea, oldValue }) => {
    if (storageArea !== localStorage) return
    // This tab may have signed in itself since it was loaded.
    if (key === storageKeys.token) seen = { ...seen, isIn: oldValue !== null }
    else if (key === storageKeys.person) seen = { ...seen, person: oldValue }
    else if (key !== null) return
    follow(look())
  })
  addEventListener('pagehide', () => {
    // Someone who is leaving is still shown.
    seen = {
      isIn: document.documentElement.dataset.account !== undefined || look().isIn,
      person: look().person ?? seen.person,
    }
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) follow(look())
  })
}
