import { startRegistration } from '@simplewebauthn/browser'
import { api, type CallInput } from '#web/client/api.ts'
import { ApiError } from '#web/client/api-error.ts'
import { fetchUser } from '#web/client/user-info.ts'
import { campaignOf, type Entered } from './auth.calls.ts'
import { requireStorage } from './require-storage.ts'

const quiet = { handlesErrors: true }
type Answer = CallInput<'/api/user/user_register_passkey'>
type Options = Parameters<typeof startRegistration>[0]['optionsJSON']
type Newcomer = Pick<Answer, 'accountName' | 'agreed' | 'passkeyName'> & { readonly inviteCode: string }

/**
 * Creates an account whose only credential is a passkey; null if no passkey and so no account was made. `rename`
 * supplies another generated name if one is taken. `dropsInvite` ignores an unknown invite code that came from a link.
 */
export async function signUpWithPasskey(
  newcomer: Newcomer,
  { rename, dropsInvite = false }: { rename?: (() => string) | null; dropsInvite?: boolean } = {},
): Promise<Entered | null> {
  await requireStorage()
  const { accountName, options } = await askOptions(newcomer.accountName, rename ?? null)
  let response: Answer['response']
  try {
    response = (await startRegistration({ optionsJSON: options as Options })) as Answer['response']
  } catch {
    // The user cancelled, or the device refused or timed out. Browsers report these in different ways, and the user
    // knows already.
    return null
  }
  await open({ ...newcomer, accountName, response }, dropsInvite)
  // The account exists now. If the answer to this call is lost, the next page of this tab repeats the call with the
  // same token.
  await fetchUser().catch(() => null)
  return { deletionCancelled: false }
}

/** Number of further generated names to try before the user must choose one. */
const tries = 4

/** Checks the name before the device creates a passkey, so that none is made for a taken name. */
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
