import type { securityCalls } from '#shared/contract/security.ts'
import type { Language } from '#shared/language.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import type { RelyingParty } from '#server/platform/webauthn.ts'
import { requestDeletion } from '#server/workflows/accounts/privacy/delete-account.ts'
import { describeSecurity } from '#server/workflows/accounts/profile/describe-security.ts'
import { finishTotp, printRecoveryCodes, startTotp, stopTotp } from '#server/workflows/accounts/security/enrol-totp.ts'
import { registerByPasskey, startPasskeyAccount } from '#server/workflows/accounts/registration/register-by-passkey.ts'
import { downloadData } from '#server/workflows/accounts/privacy/export-data.ts'
import type { IdentityDeps } from '#server/deps/identity-deps.ts'
import { resetWithRecoveryCode } from '#server/workflows/accounts/security/reset-with-recovery-code.ts'
import { signInWithFactor } from '#server/workflows/accounts/sign-in/sign-in-second-factor.ts'
import {
  dropPasskey,
  savePasskey,
  offerPasskeySignIn,
  signInWithPasskey,
  startPasskey,
} from '#server/workflows/accounts/sign-in/use-passkeys.ts'
import { callerOf } from './call-context.ts'
import type { Handlers } from './register-calls.ts'

export const securityHandlers = (deps: IdentityDeps, publicOrigin: string): Handlers<typeof securityCalls> => {
  const { database } = deps
  const brandIn = async (language: Language) => (await readSettings(database)).brand[language]
  const siteIn = async (language: Language): Promise<RelyingParty> => ({
    name: await brandIn(language),
    origin: publicOrigin,
  })
  return {
    '/api/user/user_security': (_input, { userId }) => describeSecurity(database, userId),
    '/api/user/user_totp_begin': async (proof, context) =>
      startTotp(deps, { ...callerOf(context), issuer: await brandIn(context.language), proof }),
    '/api/user/user_totp_confirm': async ({ code }, context) => ({
      recoveryCodes: await finishTotp(deps, { ...callerOf(context), language: context.language, code }),
    }),
    '/api/user/user_totp_disable': async (proof, context) => {
      await stopTotp(deps, { ...callerOf(context), language: context.language, proof })
      return {}
    },
    '/api/user/user_recovery_codes': async (proof, context) => ({
      recoveryCodes: await printRecoveryCodes(deps, { ...callerOf(context), language: context.language, proof }),
    }),
    '/api/user/user_reset_with_recovery_code': async (input, { language, caller }) => {
      await resetWithRecoveryCode(deps, { ...input, language }, caller)
      return {}
    },
    '/api/user/user_login_second_factor': async ({ challenge, ...answer }, context) => {
      const { token, ...signedIn } = await signInWithFactor(deps, { challenge, answer }, context.caller)
      context.issueToken(token, signedIn.uid)
      return signedIn
    },
    '/api/user/user_passkey_options': async (_input, { language, caller }) => {
      const {
        challenge,
        timeout = 0,
        rpId = '',
        userVerification = 'required',
      } = await offerPasskeySignIn(deps, await siteIn(language), caller)
      return { challenge, timeout, rpId, userVerification }
    },
    '/api/user/user_login_passkey': async ({ response }, context) => {
      const site = await siteIn(context.language)
      const { token, ...signedIn } = await signInWithPasskey(deps, site, response, context.caller)
      context.issueToken(token, signedIn.uid)
      return signedIn
    },
    '/api/user/user_register_passkey_options': async ({ accountName }, { language, caller }) =>
      presentCreation(await startPasskeyAccount(deps, await siteIn(language), accountName, caller)),
    '/api/user/user_register_passkey': async ({ inviteCode = '', campaign, ...input }, context) => {
      const { language, caller } = context
      const registration = { ...input, inviteCode, campaign, language }
      const { token, uid } = await registerByPasskey(deps, await siteIn(language), registration, caller)
      context.issueToken(token, uid)
      return { uid }
    },
    '/api/user/user_passkey_register_options': async (proof, context) =>
      presentCreation(await startPasskey(deps, await siteIn(context.language), { ...callerOf(context), proof })),
    '/api/user/user_passkey_register': async ({ name, response }, { userId, language }) => ({
      id: await savePasskey(deps, await siteIn(language), { userId, language, name, response }),
    }),
    '/api/user/user_passkey_remove': async ({ id, ...proof }, context) => {
      await dropPasskey(deps, { ...callerOf(context), language: context.language, id, proof })
      return {}
    },
    '/api/user/user_delete_account': async (proof, context) => {
      const { eraseAt } = await requestDeletion(deps, { ...callerOf(context), proof, language: context.language })
      return { eraseAt: eraseAt.getTime() }
    },
    '/api/user/user_export_data': (_input, { userId, language }) => downloadData(deps, userId, language),
  }
}

function presentCreation(options: Awaited<ReturnType<typeof startPasskey>>) {
  const {
    residentKey = 'required',
    requireResidentKey = true,
    userVerification = 'required',
  } = options.authenticatorSelection ?? {}
  return {
    challenge: options.challenge,
    timeout: options.timeout ?? 0,
    rp: { name: options.rp.name, id: options.rp.id ?? '' },
    user: options.user,
    pubKeyCredParams: options.pubKeyCredParams,
    excludeCredentials: (options.excludeCredentials ?? []).map(({ id, transports = [] }) => ({
      id,
      type: 'public-key' as const,
      transports: [...transports],
    })),
    authenticatorSelection: { residentKey, requireResidentKey, userVerification },
    attestation: options.attestation ?? 'none',
  }
}
