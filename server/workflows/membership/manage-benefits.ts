import { recordAction } from '#server/modules/audit/audit.service.ts'
import { importStock, type StockFile } from '#server/modules/benefits/benefits.service.ts'
import { withdrawBenefit } from '#server/modules/benefits/benefits.queries.ts'
import type { Database } from '#server/platform/database.ts'
import type { Operator } from '#server/platform/operator.ts'
import type { Keyring } from '#server/platform/keyring.ts'

/** Adds accounts to hand out, sealed. The audit row counts them; it holds none of them. */
export const addBenefits = (
  database: Database,
  keyring: Keyring,
  file: StockFile,
  operator: Operator,
): Promise<number> =>
  database.transaction(async (tx) => {
    const added = await importStock(tx, keyring, file, operator.name)
    const details = { given: file.items.length, added, names: file.names }
    await recordAction(tx, { operator, action: 'benefits-import', subject: `benefits ${file.kind}`, details })
    return added
  })

/** Takes one out of circulation. False if there is none that stands. */
export const endBenefit = (
  database: Database,
  { kind, account, operator, reason }: { kind: string; account: string; operator: Operator; reason: string },
): Promise<boolean> =>
  database.transaction(async (tx) => {
    if ((await withdrawBenefit(tx, kind, account)) === 0) return false
    await recordAction(tx, {
      operator,
      action: 'benefits-withdraw',
      subject: `benefits ${kind}`,
      details: { account, reason },
    })
    return true
  })
