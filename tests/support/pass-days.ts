import type { TestDatabase } from './database.ts'

export async function passDays(
  { asOwner }: Pick<TestDatabase, 'asOwner'>,
  userId: string,
  days: number,
): Promise<void> {
  const older = 'make_interval(days => $2::int)'
  await asOwner(
    `update membership_grants set granted_at = granted_at - ${older}, expires_at = expires_at - ${older} where user_id = $1`,
    [userId, days],
  )
  await asOwner(`update memberships set expires_at = expires_at - ${older} where user_id = $1`, [userId, days])
  await asOwner(`update account_blocks set blocked_at = blocked_at - ${older} where user_id = $1`, [userId, days])
}
