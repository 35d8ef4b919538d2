import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { OperatorRole } from '#shared/contract/operator/roles.ts'
import type { DemoPlan } from './demo-catalog.ts'

export const countGoods = async (db: Queryable): Promise<number> =>
  (await db.one(sql<{ count: number }>`select count(*)::int as count from goods where not is_test`)).count

export const countTexts = async (db: Queryable): Promise<number> =>
  (await db.one(sql<{ count: number }>`select count(*)::int as count from content_texts`)).count

export async function insertPlan(db: Queryable, plan: DemoPlan, position: number): Promise<void> {
  const badges = plan.badges && JSON.stringify(plan.badges)
  await db.run(sql`
    insert into goods (id, position, months, max_devices, names, badges)
    values (${plan.id}, ${position}, ${plan.months}, ${plan.maxDevices}, ${JSON.stringify(plan.names)}, ${badges})`)
  for (const currency of ['CNY', 'USD'] as const) {
    await db.run(sql`
      insert into goods_prices (goods_id, currency, price_minor, list_price_minor)
      values (${plan.id}, ${currency}, ${plan.priceMinor[currency]}, ${plan.listPriceMinor?.[currency] ?? null})`)
    for (const size of [2, 3] as const) {
      const group = plan.groupMinor[size]
      if (group)
        await db.run(sql`
          insert into group_prices (goods_id, size, currency, per_person_minor)
          values (${plan.id}, ${size}, ${currency}, ${group[currency]})`)
    }
  }
}

export const insertSetting = (db: Queryable, key: string, value: unknown) =>
  db.run(sql`insert into settings (key, value) values (${key}, ${JSON.stringify(value)}) on conflict (key) do nothing`)

/** Sets the status page in the sample facts about the service; facts of an operator stay unchanged. */
export const pointStatus = (db: Queryable, status: { url: string; feed: string }) =>
  db.run(sql`
    update settings set value = jsonb_set(value, '{status}', ${JSON.stringify(status)}::jsonb)
    where key = 'proof' and value->>'demo' = 'true'`)

/** Counts operator accounts, including disabled ones but not demo accounts that cannot sign in. */
export const countOperatorAccounts = async (db: Queryable): Promise<number> =>
  (await db.one(sql<{ count: number }>`select count(*)::int as count from operators where not demo`)).count

type OperatorAccount = {
  id: string
  name: string
  nameKey: string
  role: OperatorRole
  secretHash: string
  sealedTotp: Buffer
}
export const insertOperatorAccount = (db: Queryable, o: OperatorAccount) =>
  db.run(sql`
    insert into operators (id, name, name_key, role, secret_hash, sealed_totp)
    values (${o.id}, ${o.name}, ${o.nameKey}, ${o.role}, ${o.secretHash}, ${o.sealedTotp}) on conflict do nothing`)
