import Bowser from 'bowser'

/** Common names such as "Chrome" on "Windows"; null if unknown. */
export type BrowserName = { readonly browser: string | null; readonly system: string | null }

const longest = 400
const maxLetters = 40
const nameOf = (found: string | undefined): string | null => found?.slice(0, maxLetters) || null

/** Parses the user agent. It can be forged, so the result is only shown to the account's owner. */
export function nameBrowser(userAgent: string | undefined): BrowserName {
  if (!userAgent) return { browser: null, system: null }
  const { browser, os } = Bowser.parse(userAgent.slice(0, longest))
  return { browser: nameOf(browser.name), system: nameOf(os.name) }
}
