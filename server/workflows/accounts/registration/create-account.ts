import { findCredentials } from '#server/modules/accounts/accounts.service.ts'
import { readIdentifier } from '#server/modules/accounts/identifiers.rules.ts'
import { openInvitedAccount, prepareNamelessAccount } from '#server/modules/accounts/nameless-account.ts'
import { notifyPeople } from '#server/modules/outbox/outbox.service.ts'
import { done, refuse, type Act } from '#server/platform/act.ts'
import { reachable } from '#server/workflows/accounts/messages/notify-of-change.ts'
import { sentence } from '#text/sentence.ts'

/**
 * Opens an account without a password. Its owner sets one by the password reset, which sends a code to the email
 * address or phone number. A mistyped one therefore gives nobody access, neither the operator nor a stranger who cannot
 * read the code.
 */
export const createAccount: Act<'people.create'> = async (tx, input, _operator, { config }) => {
  const { kind, spokenIn: language, reason } = input
  const address = readIdentifier(kind, input.address)
  if (!address)
    return refuse(
      'InvalidInput',
      kind === 'email'
        ? sentence('field.wrong', { field: { field: 'address' }, must: sentence('must.email') })
        : sentence('address.badPhone'),
    )
  if (reachable(config, [{ kind, value: address.value }]).length === 0) return refuse('NotPossible', 'address.noCode')
  const owner = await findCredentials(tx, address)
  if (owner) return refuse('NotPossible', sentence('address.isTaken', { uid: owner.uid }))
  const { userId, uid } = await openInvitedAccount(tx, address, await prepareNamelessAccount('', language))
  const mailed = kind === 'email'
  if (mailed)
    await notifyPeople(tx, [
      { userId, event: 'account-opened', template: 'account-opened', facts: { at: tx.now.toISOString() } },
    ])
  const passwordPage = `${config.publicOrigin}/resetpassword`
  // Keeps the email address or phone number out of the audit log, because it must be deleted with the account.
  return done({ uid, kind, address: address.value, mailed, passwordPage }, `user ${uid}`, { reason, kind, mailed })
}
