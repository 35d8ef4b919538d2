import type { identityCalls } from '#shared/contract/identity.ts'
import { isPlatform, type Platform } from '#shared/api-values.ts'
import { AppError } from '#shared/errors.ts'
import { codeTimes } from '#server/modules/verification-codes/verification-codes.service.ts'
import { endSession } from '#server/modules/sessions/sessions.service.ts'
import { listSessions } from '#server/modules/sessions/sessions.queries.ts'
import { maxSessions } from '#server/modules/sessions/sessions.rules.ts'
import { listSignIns } from '#server/modules/sessions/sign-in-events.service.ts'
import { bindAddress, setAccountName } from '#server/workflows/accounts/security/bind-identifier.ts'
import { endOtherSessions } from '#server/workflows/accounts/security/end-sessions.ts'
import { changePassword } from '#server/workflows/accounts/security/change-password.ts'
import type { IdentityDeps } from '#server/deps/identity-deps.ts'
import { sendCode } from '#server/workflows/accounts/messages/send-code.ts'
import { callerOf } from './call-context.ts'
import type { Handlers } from './register-calls.ts'

const asPlatform = (platform: string): Platform => (isPlatform(platform) ? platform : 'web')

export const identityHandlers = (deps: IdentityDeps): Handlers<typeof identityCalls> => ({
  '/api/user/user_send_bind_code': async (input, { userId, language, caller }) => {
    return { ...codeTimes, ...(await sendCode(deps, { ...input, purpose: 'bind', userId, language }, caller)) }
  },
  '/api/user/user_bind_identifier': async (input, context) => {
    await bindAddress(deps, { ...input, ...callerOf(context), language: context.language }, context.caller)
    return {}
  },
  '/api/user/user_set_account_name': async (input, context) => {
    await setAccountName(deps, { ...input, ...callerOf(context), language: context.language })
    return {}
  },
  '/api/user/user_change_password': async (input, context) => {
    const { userId, sessionId } = callerOf(context)
    await changePassword(deps, { ...input, userId, sessionId, language: context.language })
    return {}
  },
  '/api/user/user_sessions': async (_input, context) => {
    const { userId, sessionId } = callerOf(context)
    const sessions = await listSessions(deps.database, userId)
    return {
      most: maxSessions,
      list: sessions.map(({ id, platform, browser, system, createdAt, lastSeenAt }) => ({
        sessionId: id,
        platform: asPlatform(platform),
        browser,
        system,
        startedAt: createdAt.getTime(),
        lastSeenAt: lastSeenAt.getTime(),
        current: id === sessionId,
      })),
    }
  },
  '/api/user/user_end_session': async ({ sessionId }, { userId }) => {
    if (!(await endSession(deps.database, userId, sessionId))) throw new AppError('NotFound')
    return {}
  },
  '/api/user/user_end_other_sessions': async (_input, context) => {
    await endOtherSessions(deps.database, callerOf(context))
    return {}
  },
  '/api/user/user_sign_in_history': async (_input, { userId }) => ({
    list: (await listSignIns(deps.database, userId)).map((event) => ({
      ...event,
      platform: asPlatform(event.platform),
      at: event.at.getTime(),
    })),
  }),
})
