import type { deviceCalls } from '#shared/contract/device.ts'
import { renameDevice } from '#server/modules/devices/devices.service.ts'
import { claimTrial, describeTrial, presentTrial } from '#server/workflows/membership/claim-trial.ts'
import type { IdentityDeps } from '#server/deps/identity-deps.ts'
import { describeDevices } from '#server/workflows/accounts/profile/list-devices.ts'
import { makeWebLogin, signInByTicket, consumeWebLogin } from '#server/workflows/accounts/sign-in/open-web-account.ts'
import {
  nameDeviceAccount,
  registerByDevice,
  signInByDevice,
} from '#server/workflows/accounts/registration/register-device-account.ts'
import { replaceDevice, unbindOwnDevice } from '#server/workflows/accounts/sign-in/unbind-device.ts'
import { callerOf } from './call-context.ts'
import type { Handlers } from './register-calls.ts'

export const deviceHandlers = (deps: IdentityDeps, publicOrigin: string): Handlers<typeof deviceCalls> => {
  const { database } = deps
  return {
    '/api/user/user_get_device_list': (_input, context) => describeDevices(database, callerOf(context)),
    '/api/user/user_unbind_device': async ({ id }, { userId }) => {
      await unbindOwnDevice(database, userId, id)
      return {}
    },
    '/api/user/user_rename_device': async ({ id, name }, { userId }) => {
      await renameDevice(database, userId, id, name)
      return {}
    },
    '/api/user/user_login_replace_device': async (input, context) => {
      const { token, ...signedIn } = await replaceDevice(deps, input, context.caller)
      context.issueToken(token, signedIn.uid)
      return signedIn
    },
    '/api/user/user_register_deviceid': async ({ inviteCode = '', ...input }, context) => {
      const registration = { ...input, inviteCode, language: context.language }
      const { token, ...registered } = await registerByDevice(deps, registration, context.caller)
      context.issueToken(token, registered.uid)
      return registered
    },
    '/api/user/user_login_deviceid': async ({ deviceSecret }, context) => {
      const { token, ...signedIn } = await signInByDevice(deps, deviceSecret, context.caller)
      context.issueToken(token, signedIn.uid)
      return signedIn
    },
    '/api/user/user_name_account': async (input, context) => {
      await nameDeviceAccount(deps, callerOf(context), input)
      return {}
    },
    '/api/user/user_trial': async (_input, { userId }) => presentTrial(await describeTrial(database, userId)),
    '/api/user/user_claim_trial': async (_input, { userId, caller }) =>
      presentTrial(await claimTrial(deps, userId, caller)),
    '/api/user/user_web_login_code': async (_input, context) => {
      const { code, url, expiresAt } = await makeWebLogin(database, publicOrigin, callerOf(context))
      return { code, url, expiresAt: expiresAt.getTime() }
    },
    '/api/user/user_login_code': async ({ code }, context) => {
      const { expiresAt, ...asked } = await consumeWebLogin(deps, code, context.caller)
      return { ...asked, expiresAt: expiresAt.getTime() }
    },
    '/api/user/user_login_ticket': async ({ ticket }, context) => {
      const { token, ...signedIn } = await signInByTicket(deps, ticket, context.caller)
      context.issueToken(token, signedIn.uid)
      return signedIn
    },
  }
}
