import type { Service, ServiceState } from '#shared/service-history.ts'
import { readNetworkHealth } from '#server/modules/chains/chains.service.ts'
import type { Chains } from '#server/modules/chains/create-chains.ts'
import type { Payments } from '#server/modules/payments/create-payments.ts'
import { listSilent } from '#server/modules/payments/provider-health.queries.ts'
import { stateOf } from '#server/modules/status/service-days.rules.ts'
import { saveMeasurements } from '#server/modules/status/service-days.service.ts'
import { findDown } from '#server/modules/tunnels/nodes.rules.ts'
import { listNodeViews } from '#server/modules/tunnels/nodes.service.ts'
import { countFilled, listTroubled } from '#server/modules/tunnels/panels/providers.queries.ts'
import type { Database } from '#server/platform/database.ts'

type Deps = {
  readonly database: Database
  readonly payments: Pick<Payments, 'ids'>
  readonly chains: Chains | null
}

/**
 * Measures each service from what nodes, VPN panels, payment providers and blockchains last showed, and adds the minute
 * to today. Nodes, panels and blockchains that never answered are still being set up and do not count.
 */
export async function measureServices({ database, payments, chains }: Deps): Promise<void> {
  const now = new Date()
  const [nodes, panels, troubled, silent, networks] = await Promise.all([
    listNodeViews(database),
    countFilled(database),
    listTroubled(database),
    listSilent(database),
    Promise.all((chains?.networks ?? []).map((network) => readNetworkHealth(database, network))),
  ])
  const running = nodes.filter(({ enabled, seenAt }) => enabled && seenAt !== null)
  const late = troubled.filter(({ lateSeconds }) => lateSeconds !== null)
  const providers = payments.ids.filter((id) => id !== 'crypto')
  const known = networks.filter((network) => network !== null)
  const away =
    silent.filter(({ provider }) => providers.some((id) => id === provider)).length +
    known.filter(({ standstill }) => standstill !== null).length
  const states: readonly (readonly [Service, ServiceState | null])[] = [
    ['servers', stateOf(running.length, findDown(running, now).length)],
    ['access', stateOf(panels.count, late.length)],
    ['payments', stateOf(providers.length + known.length, away)],
  ]
  await saveMeasurements(
    database,
    new Map(states.filter((state): state is [Service, ServiceState] => state[1] !== null)),
    now,
  )
}
