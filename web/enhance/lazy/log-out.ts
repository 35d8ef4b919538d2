import { endSession } from '#web/client/end-session.ts'

export async function start(): Promise<void> {
  await endSession()
  // Leaves the account area, so that personal data does not stay on the screen.
  if (/^\/user(?:\/|$)/.test(location.pathname)) location.replace('/')
  else location.reload()
}
