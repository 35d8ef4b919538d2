import type { Session } from '#web/client/sessions-query.ts'
import type { SecurityTexts } from '#text/en/site/security.ts'

/** Readable name of a session: "Chrome on Windows", or the kind of app. */
export const sessionName = ({ platform, browser, system }: Session, words: SecurityTexts['sessions']): string =>
  browser !== null && system !== null ? words.browserOn(browser, system) : (browser ?? words.platforms[platform])
