import { affiliates } from './actions/affiliates.ts'
import { alerts } from './actions/alerts.ts'
import { audit } from './actions/audit.ts'
import { benefits } from './actions/benefits.ts'
import { cases } from './actions/cases.ts'
import { clients } from './actions/clients.ts'
import { connections } from './actions/connections.ts'
import { crypto } from './actions/crypto.ts'
import { exports } from './actions/exports.ts'
import { figures } from './actions/figures.ts'
import { groups } from './actions/groups.ts'
import { imports } from './actions/imports.ts'
import { keys } from './actions/keys.ts'
import { ledger } from './actions/ledger.ts'
import { limits } from './actions/limits.ts'
import { mailings } from './actions/mailings.ts'
import { messages } from './actions/messages.ts'
import { nodes } from './actions/nodes.ts'
import { operators } from './actions/operators.ts'
import { orders } from './actions/orders.ts'
import { payers } from './actions/payers.ts'
import { payouts } from './actions/payouts.ts'
import { people } from './actions/people.ts'
import { plans } from './actions/plans.ts'
import { promos } from './actions/promos.ts'
import { reviews } from './actions/reviews.ts'
import { search } from './actions/search.ts'
import { settings } from './actions/settings.ts'
import { system } from './actions/system.ts'
import { texts } from './actions/texts.ts'
import { tunnels } from './actions/tunnels.ts'
import { webhooks } from './actions/webhooks.ts'
import { views } from './actions/views.ts'

export const actions = {
  ...affiliates,
  ...alerts,
  ...audit,
  ...benefits,
  ...cases,
  ...clients,
  ...connections,
  ...crypto,
  ...exports,
  ...figures,
  ...groups,
  ...imports,
  ...keys,
  ...ledger,
  ...limits,
  ...mailings,
  ...messages,
  ...nodes,
  ...operators,
  ...orders,
  ...payers,
  ...payouts,
  ...people,
  ...plans,
  ...promos,
  ...reviews,
  ...search,
  ...settings,
  ...system,
  ...texts,
  ...tunnels,
  ...views,
  ...webhooks,
}
