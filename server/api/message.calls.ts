import type { messageCalls } from '#shared/contract/message.ts'
import { findNewsSince, setNews, setReminders, wantsReminders } from '#server/modules/accounts/accounts.queries.ts'
import type { IdentityDeps } from '#server/deps/identity-deps.ts'
import {
  markRead,
  dismissNotice,
  readAllNotices,
  readUnreadNotices,
} from '#server/workflows/accounts/messages/read-notices.ts'
import { callerOf } from './call-context.ts'
import type { Handlers } from './register-calls.ts'

export const messageHandlers = (
  { database, keyring }: Pick<IdentityDeps, 'database' | 'keyring'>,
  publicOrigin: string,
): Handlers<typeof messageCalls> => ({
  '/api/user/user_notices': async ({ timeZone }, context) => {
    const { language } = context
    return readUnreadNotices(database, { ...callerOf(context), language, publicOrigin, keyring, timeZone })
  },
  '/api/user/user_all_notices': async ({ timeZone, before = null }, context) => {
    const { language } = context
    return readAllNotices(database, { ...callerOf(context), language, publicOrigin, keyring, timeZone }, before)
  },
  '/api/user/user_read_notices': async ({ ids }, { userId }) => {
    await markRead(database, userId, ids)
    return {}
  },
  '/api/user/user_put_notice_away': async ({ id }, { userId }) => {
    await dismissNotice(database, userId, id)
    return {}
  },
  '/api/user/user_reminders': async ({ wanted }, { userId }) => {
    if (wanted !== undefined) await setReminders(database, userId, wanted)
    return { wanted: await wantsReminders(database, userId) }
  },
  '/api/user/user_news': async ({ wanted }, { userId }) => {
    if (wanted !== undefined) await setNews(database, userId, wanted)
    return { wanted: (await findNewsSince(database, userId)) !== null }
  },
})
