import Bowser from 'bowser'

/** What people call it: "Chrome" on "Windows". Null: it does not say. */
export type BrowserName = { readonly browser: string | null; readonly system: string | null }

const longest = 400
const maxLetters = 40
const nameOf = (found: string | undefined): string | null => found?.slice(0, maxLetters) || null

/** By what a browser says of itself; anyone can say anything, so it is only ever shown to the owner of the account. */
export function nameBrowser(userAgent: string | undefined): BrowserName {
  if (!userAgent) return { browser: null, system: null }
  const { browser, os } = Bowser.parse(userAgent.slice(0, longest))
  return { browser: nameOf(browser.name), system: nameOf(os.name) }
}
