import { searchUsers, type User } from '#server/modules/accounts/accounts.service.ts'
import { findMembership } from '#server/modules/membership/membership.service.ts'
import { formatDate, OpsError, requireText, type Action, type OpsContext } from '../action.ts'

export const findUser: Action = {
  name: 'find-user',
  role: 'viewer',
  summary: 'Finds accounts by user id, account name, email, phone or invite code.',
  usage: '--query TEXT',
  options: { query: { type: 'string' } },
  async run(context) {
    const users = await searchUsers(context.database, requireText(context, 'query'))
    if (users.length === 0) throw new OpsError('No account matches.')
    const rows = await Promise.all(
      users.map(async (user) => ({
        uid: user.uid,
        'invite code': user.inviteCode,
        language: user.language,
        registered: formatDate(user.createdAt),
        'member until': formatDate((await findMembership(context.database, user.id))?.expiresAt ?? null),
      })),
    )
    context.table(rows)
  },
}

/** The one account that `--user` names; an error if there is none, or more than one. */
export async function requireUser(context: OpsContext): Promise<User> {
  const query = requireText(context, 'user')
  const users = await searchUsers(context.database, query)
  if (users.length !== 1)
    throw new OpsError(
      users.length === 0
        ? `No account matches "${query}".`
        : `"${query}" matches ${users.length} accounts; use the user id.`,
    )
  return users[0] as User
}
