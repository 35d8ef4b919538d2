import type { accountCalls } from '#shared/contract/account.ts'
import { codeTimes } from '#server/modules/verification-codes/verification-codes.service.ts'
import { endSession } from '#server/modules/sessions/sessions.service.ts'
import type { IdentityDeps } from '#server/deps/identity-deps.ts'
import { registerAccount, registerByAddress } from '#server/workflows/accounts/registration/register-account.ts'
import { resetPassword } from '#server/workflows/accounts/security/reset-password.ts'
import { sendCode } from '#server/workflows/accounts/messages/send-code.ts'
import { startSignIn } from '#server/workflows/accounts/sign-in/start-sign-in.ts'
import type { Handlers } from './register-calls.ts'

export const accountHandlers = (deps: IdentityDeps): Handlers<typeof accountCalls> => ({
  '/api/user/user_register_username': async ({ accountName, inviteCode = '', ...input }, context) => {
    const registration = { ...input, identifier: accountName, inviteCode, language: context.language }
    const { uid, token } = await registerAccount(deps, registration, context.caller)
    context.issueToken(token, uid)
    return { uid }
  },
  '/api/user/user_register_normal': async ({ inviteCode = '', ...input }, context) => {
    const registration = { ...input, inviteCode, language: context.language }
    const { uid, token } = await registerByAddress(deps, registration, context.caller)
    context.issueToken(token, uid)
    return { uid }
  },
  '/api/user/user_login_username': async ({ accountName, ...input }, context) => {
    const credentials = { ...input, kind: 'account_name', identifier: accountName, field: 'accountName' } as const
    const { token, ...signedIn } = await startSignIn(deps, credentials, context.caller)
    context.issueToken(token, signedIn.uid)
    return signedIn
  },
  '/api/user/user_login': async (input, context) => {
    const { token, ...signedIn } = await startSignIn(deps, { ...input, field: 'identifier' }, context.caller)
    context.issueToken(token, signedIn.uid)
    return signedIn
  },
  '/api/user/user_send_code': async (input, { language, caller }) => {
    return { ...codeTimes, ...(await sendCode(deps, { ...input, language }, caller)) }
  },
  '/api/user/user_reset_password': async (input, { language, caller }) => {
    await resetPassword(deps, { ...input, language }, caller)
    return {}
  },
  '/api/user/user_logout': async (_input, { session }) => {
    if (session) await endSession(deps.database, session.userId, session.sessionId)
    return {}
  },
})
