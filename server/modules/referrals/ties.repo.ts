import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import { publicWalletAccounts } from './referrals.rules.ts'

export const insertPayer = (db: Queryable, payer: Buffer, userId: string, isWallet: boolean) =>
  db.run(sql`
    insert into payment_payers (payer, user_id, is_wallet) values (${payer}, ${userId}, ${isWallet})
    on conflict do nothing`)

/**
 * Other users with the same payers as this user; the inviter and the inviter's friends come first. `isSibling`: has the
 * same inviter. `isWallet`: shares only wallets. Leaves out public wallets (`publicWalletAccounts`).
 */
export const listPayerSharers = (db: Queryable, userId: string, inviterId: string) =>
  db.query(sql<{ id: string; isSibling: boolean; isWallet: boolean }>`
    select other.user_id as "id", bool_or(r.user_id is not null) as "isSibling", bool_and(mine.is_wallet) as "isWallet"
    from payment_payers mine join payment_payers other on other.payer = mine.payer
    left join referrals r on r.user_id = other.user_id and r.inviter_id = ${inviterId}
    where mine.user_id = ${userId} and other.user_id <> mine.user_id
      and not (mine.is_wallet and ${publicWalletAccounts}::int <= (
        select count(*) from (
          select from payment_payers stranger left join referrals by on by.user_id = stranger.user_id
          where stranger.payer = mine.payer and stranger.user_id not in (mine.user_id, ${inviterId})
            and by.inviter_id is distinct from ${inviterId}
          limit ${publicWalletAccounts}) strangers))
    group by other.user_id order by other.user_id = ${inviterId} desc, bool_or(r.user_id is not null) desc, other.user_id limit 200`)
