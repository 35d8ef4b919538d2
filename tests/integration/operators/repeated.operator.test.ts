import { afterAll, beforeAll, expect, it } from 'vitest'
import { actionNames, operatorActions, type ActionName } from '#shared/contract/operator.ts'
import { Refused } from '#server/platform/act.ts'
import type { Database, Transaction } from '#server/platform/database.ts'
import { rehearsedPart } from '#server/platform/rehearse.ts'
import { sql } from '#server/platform/sql.ts'
import { perform } from '#tests/support/operator-acts.ts'
import { ada, ben } from '#tests/support/operators.ts'
import { openFullShop, shopConfig, type FullShop } from './full-shop.setup.ts'

let shop: FullShop
beforeAll(async () => {
  shop = await openFullShop()
})
afterAll(() => shop.close())

/** Actions that query a blockchain first; their own tests repeat them. */
const onChains: readonly ActionName[] = ['crypto.refund-sent', 'crypto.rescan']
const acts = actionNames.filter((name) => operatorActions[name].kind === 'act' && !onChains.includes(name))

/** Actions that have an effect at each run, with that effect. All others refuse a second run. */
const again: Partial<Record<ActionName, string>> = {
  'people.give-time': 'gives more time',
  'people.export-data': 'hands out another file',
  'people.note': 'writes another note',
  'refunds.ask': 'proposes to refund another part',
  'refunds.batch': 'is the refund of an order that the job of the first batch has not refunded yet',
  'queue.take': 'lasts longer',
  'messages.take': 'lasts longer',
  'messages.answer': 'writes another message',
  'mailings.test': 'sends another mail',
  'mailings.send': 'sends another mailing',
  'keys.reseal': 'looks for more to seal, and says how much',
  'payments.reconcile': 'asks the providers again, and says what they answer',
  'payouts.prepare': 'looks for more to settle, and says how much',
  'payouts.check-file': 'compares a file, and says the result',
  'payouts.paid-batch': 'completes an interrupted run, and says why a line is not recorded',
  'marketing.export': 'hands out another file',
  'exports.start': 'makes another file',
  'exports.set-mail': 'sends another letter while the address is not confirmed',
  'imports.add': 'reads the file again',
  'operators.invite': 'makes a new link, after which the earlier one no longer opens',
  'operators.reset-factor': 'makes a new link, after which the earlier one no longer opens',
  'connections.test': 'asks the other side again',
  'tunnels.test-settings': 'asks the other side again',
  'tunnels.set-provider': 'delivers to all members again',
  'tunnels.compare': 'asks the panel again, and says what differs',
  'tunnels.let-close': 'delivers again',
  'tunnels.apply': 'delivers again',
  'tunnels.drop': 'ends connections that were opened since',
  'tunnels.rotate': 'makes new links again',
  'webhooks.rotate-secret': 'makes another secret',
  'nodes.rotate-token': 'makes another token',
  'nodes.install': 'makes another line, after which the earlier one no longer works',
}

/** Database whose transactions are savepoints of one transaction, which the caller rolls back. */
const savepointsIn = (own: Database): Database => ({
  ...own,
  async transaction<T>(work: (tx: Transaction) => Promise<T>) {
    await own.run(sql`savepoint a_transaction`)
    try {
      const result = await own.transaction(work)
      await own.run(sql`release savepoint a_transaction`)
      return result
    } catch (error) {
      await own.run(sql`rollback to savepoint a_transaction`)
      throw error
    }
  },
})

async function act(database: Database, name: ActionName): Promise<void> {
  const config = shopConfig(name === 'payouts.file' ? 'tron' : 'ethereum')
  const open = async () => (await perform(database, 'approvals.list', {})).items.map(({ id }) => id)
  const before = await open()
  await perform(database, name, JSON.parse(JSON.stringify(shop.examples[name])) as never, { operator: ben, config })
  const id = (await open()).find((each) => !before.includes(each))
  if (id !== undefined) await perform(database, 'approvals.grant', { id }, { operator: ada, config })
}

it.each(acts)('a second "%s" with the same input is refused, unless it does something again', async (name) => {
  const second = await rehearsedPart(shop.db.database)(async (own) => {
    const database = savepointsIn(own)
    await act(database, name)
    return act(database, name).then(
      () => null,
      (error: unknown) => {
        if (error instanceof Refused) return error
        throw error
      },
    )
  })
  expect(second === null).toBe(name in again)
})
