import { findUsers, searchUsers } from '#server/modules/accounts/accounts.service.ts'
import type { User } from '#server/modules/accounts/accounts.queries.ts'
import { findMembership } from '#server/modules/membership/membership.queries.ts'
import { formatDate, OpsError, requireText, type Action, type OpsContext } from '../action.ts'

const most = 20

export const findUser: Action = {
  name: 'find-user',
  role: 'viewer',
  summary:
    'Finds accounts by user id (also as "group show" prints it), account name, email, phone or invite code; where none is exactly that, by how a name, email or phone begins.',
  usage: '--query TEXT',
  options: { query: { type: 'string' } },
  async run(context) {
    const found = await searchUsers(context.database, requireText(context, 'query'), most + 1)
    const users = found.slice(0, most)
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
    if (found.length > most) context.print(`There are more than ${most}: type more of it.`)
  },
}

/** The one account that `--user` names; an error if there is none, or more than one. */
export async function requireUser(context: OpsContext): Promise<User> {
  const query = requireText(context, 'user')
  const users = await findUsers(context.database, query)
  if (users.length !== 1)
    throw new OpsError(
      users.length === 0
        ? `No account matches "${query}".`
        : `"${query}" matches ${users.length} accounts; use the user id.`,
    )
  return users[0] as User
}
