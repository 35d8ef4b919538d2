import { themeCookie } from '#shared/console.ts'
import { readStored, writeStored } from '#ui/browser-storage.ts'

/** Sets the colour theme if the server did not: the one stored in this browser, otherwise the system's. */
export function startTheme(): void {
  const root = document.documentElement
  if (root.dataset.theme) return
  const stored = readStored('localStorage', 'theme')
  const dark = stored === 'dark' || (stored !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.dataset.theme = dark ? 'dark' : 'light'
}

/**
 * Switches between the light and the dark theme. Stores the theme in a cookie too, so that the server sends the next
 * document in it.
 */
export function switchTheme(): void {
  const theme = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark'
  document.documentElement.dataset.theme = theme
  writeStored('localStorage', 'theme', theme)
  document.cookie = `${themeCookie}=${theme};path=/console;max-age=31536000;samesite=strict`
}
