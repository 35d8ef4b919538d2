import { themeCookie } from '#shared/console.ts'
import { readStored, store } from './stored.ts'

/** Where the document came without a theme: the one of the customer's site, or the system's. */
export function startTheme(): void {
  const root = document.documentElement
  if (root.dataset.theme) return
  const stored = readStored('theme')
  const dark = stored === 'dark' || (stored !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.dataset.theme = dark ? 'dark' : 'light'
}

/** The cookie tells the server, so that the next document arrives in this theme. */
export function switchTheme(): void {
  const theme = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark'
  document.documentElement.dataset.theme = theme
  store('theme', theme)
  document.cookie = `${themeCookie}=${theme};path=/console;max-age=31536000;samesite=strict`
}
