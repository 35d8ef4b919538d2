import { themeCookie } from '#shared/console.ts'
import { readStored, writeStored } from '#ui/browser-storage.ts'

/** Sets the theme if the document came without one: the one stored by the customer site, else the system's. */
export function startTheme(): void {
  const root = document.documentElement
  if (root.dataset.theme) return
  const stored = readStored('localStorage', 'theme')
  const dark = stored === 'dark' || (stored !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.dataset.theme = dark ? 'dark' : 'light'
}

/** The cookie lets the server send the next document in this theme. */
export function switchTheme(): void {
  const theme = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark'
  document.documentElement.dataset.theme = theme
  writeStored('localStorage', 'theme', theme)
  document.cookie = `${themeCookie}=${theme};path=/console;max-age=31536000;samesite=strict`
}
