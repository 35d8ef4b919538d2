import type { Queryable } from '#server/platform/database.ts'
import type { Chains } from './create-chains.ts'
import { deleteIdleTransfers } from './idle-transfers.repo.ts'
import { deleteOldStrayDays } from './strays.queries.ts'
import { idleTransferDays } from './stray-limits.rules.ts'

export function forgetIdleTransfers(db: Queryable, { networks }: Chains, limit: number): Promise<number> {
  const tokens = networks.flatMap(({ id, tokens: all }) =>
    all.flatMap(({ contract }) => (contract === null ? [] : [{ network: id, contract }])),
  )
  const taken = {
    networks: networks.map(({ id }) => id),
    tokenNetworks: tokens.map(({ network }) => network),
    contracts: tokens.map(({ contract }) => contract),
  }
  return deleteIdleTransfers(db, idleTransferDays, taken, limit)
}

export const forgetOldStrayDays = (db: Queryable): Promise<number> => deleteOldStrayDays(db, idleTransferDays)
