import { startRegistration } from '@simplewebauthn/browser'
import { api, type CallInput } from '#web/client/api.ts'
import { ApiError } from '#web/client/api-error.ts'
import { fetchUser } from '#web/client/user-info.ts'
import { campaignOf, type Entered } from './auth.calls.ts'

const quiet = { handlesErrors: true }
type Answer = CallInput<'/api/user/user_register_passkey'>
type Options = Parameters<typeof startRegistration>[0]['optionsJSON']
type Newcomer = Pick<Answer, 'accountName' | 'agreed' | 'passkeyName'> & { readonly inviteCode: string }

/**
 * Opens an account that a passkey alone opens; null where the person, the browser or the device makes none, and then no
 * account is there. `rename`: the name was made, and makes way for another one where it is taken; `dropsInvite`: the code came
 * by a link, and one that no one has keeps no one from signing up.
 */
export async function signUpWithPasskey(
  newcomer: Newcomer,
  { rename, dropsInvite = false }: { rename?: (() => string) | null; dropsInvite?: boolean } = {},
): Promise<Entered | null> {
  const { accountName, options } = await askOptions(newcomer.accountName, rename ?? null)
  let response: Answer['response']
  try {
    response = (await startRegistration({ optionsJSON: options as Options })) as Answer['response']
  } catch {
    // Refused, closed, timed out: browsers tell these apart in many ways, and people know what they did.
    return null
  }
  await open({ ...newcomer, accountName, response }, dropsInvite)
  // The account exists now. Should this answer get lost, the next page of this tab asks again with the same token.
  await fetchUser().catch(() => null)
  return { deletionCancelled: false }
}

/** How often a made name may be taken before its owner is asked. */
const tries = 4

/** Before the device asks for anything, so that no passkey is made for a name that cannot be had. */
async function askOptions(wished: string, rename: (() => string) | null) {
  for (let accountName = wished, left = tries; ; left--) {
    try {
      return { accountName, options: await api('/api/user/user_register_passkey_options', { accountName }, quiet) }
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 'AccountNameTaken' || !rename || left === 0) throw error
      accountName = rename()
    }
  }
}

async function open({ inviteCode, ...newcomer }: Newcomer & Pick<Answer, 'response'>, dropsInvite: boolean) {
  const campaign = campaignOf(inviteCode)
  const input = { ...newcomer, campaign, ...(inviteCode !== '' && { inviteCode }) }
  try {
    await api('/api/user/user_register_passkey', input, quiet)
  } catch (error) {
    const isInvite = error instanceof ApiError && error.fields.inviteCode !== undefined
    if (!isInvite || !dropsInvite || inviteCode === '') throw error
    await open({ ...newcomer, inviteCode: '' }, false)
  }
}
