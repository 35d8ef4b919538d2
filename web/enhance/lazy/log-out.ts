import { endSession } from '#web/client/end-session.ts'

/** The header's button: the session ends on the server and here, and the page is the one that a stranger sees. */
export async function start(): Promise<void> {
  await endSession()
  // What an account area showed is nothing for the next person.
  if (/^\/user(?:\/|$)/.test(location.pathname)) location.replace('/')
  else location.reload()
}
