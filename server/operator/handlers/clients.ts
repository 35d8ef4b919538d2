import type { clientActions } from '#shared/contract/operator/clients.ts'
import { bringClientBack, listClients, publishClient, takeClientBack } from '#server/workflows/site/manage-clients.ts'
import type { HandlersOf } from '../handler.ts'

export const clientHandlers: HandlersOf<typeof clientActions> = {
  'clients.list': listClients,
  'clients.publish': publishClient,
  'clients.withdraw': takeClientBack,
  'clients.restore': bringClientBack,
}
