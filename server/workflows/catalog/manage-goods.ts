import { recordAction } from '#server/modules/audit/audit.service.ts'
import { findFirstOfDay } from '#server/modules/audit/audit.queries.ts'
import {
  applyGoodsChange,
  findGoodsFault,
  isLargeChange,
  type GoodsChange,
  type GoodsState,
} from '#server/modules/catalog/catalog.rules.ts'
import { addGoods, holdGoods, saveGoods } from '#server/modules/catalog/goods.service.ts'
import type { Database } from '#server/platform/database.ts'
import type { Operator } from '#server/platform/operator.ts'

export type GoodsOutcome = { readonly before: GoodsState | null; readonly after: GoodsState }
/** A sentence for the operator, who can mend it. */
export type GoodsFault = { readonly fault: string }
type Options = {
  readonly operator: Operator
  /** Says what would happen, and leaves everything as it is. */
  readonly dryRun: boolean
  /** The operator means a price that is less than half or more than twice what it was. */
  readonly large: boolean
}

/** These goods as they were a day ago, or before they were changed first since; null where they are newer. */
export async function findGoodsOfDayAgo(database: Database, now: GoodsState): Promise<GoodsState | null> {
  const first = await findFirstOfDay(database, `goods ${now.id}`)
  return first ? ((first.details as { before?: GoodsState }).before ?? null) : now
}

/** Changes goods, with an audit row that holds both sides. Shop and pages follow within seconds; placed orders keep their price. */
export const changeGoods = (
  database: Database,
  id: string,
  change: GoodsChange,
  { operator, dryRun, large }: Options,
): Promise<GoodsOutcome | GoodsFault> =>
  database.transaction(async (tx) => {
    const before = await holdGoods(tx, id)
    if (!before) return { fault: `There are no goods "${id}"; "goods list" names them.` }
    const after = applyGoodsChange(before, change)
    const fault = findGoodsFault(after)
    if (fault) return { fault }
    if (isLargeChange(before, after) && !large)
      return { fault: 'A price changes by more than half. If you mean it, add --large-change.' }
    if (dryRun) return { before, after }
    await saveGoods(tx, after)
    const details = { before, after }
    await recordAction(tx, { operator, action: `goods ${change.kind}`, subject: `goods ${id}`, details })
    return { before, after }
  })

/** Puts new goods on sale, with an audit row. */
export async function makeGoods(
  database: Database,
  goods: GoodsState,
  { operator, dryRun }: Omit<Options, 'large'>,
): Promise<GoodsOutcome | GoodsFault> {
  const fault = findGoodsFault(goods)
  if (fault) return { fault }
  if (dryRun) return { before: null, after: goods }
  return database.transaction(async (tx) => {
    if (!(await addGoods(tx, goods))) return { fault: `There are goods "${goods.id}" already.` }
    await recordAction(tx, { operator, action: 'goods add', subject: `goods ${goods.id}`, details: goods })
    return { before: null, after: goods }
  })
}
