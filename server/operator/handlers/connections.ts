import type { connectionActions } from '#shared/contract/operator/connections.ts'
import { removeConnection, setConnection } from '#server/workflows/connections/change-connections.ts'
import { listConnections } from '#server/workflows/connections/read-connections.ts'
import { testConnection } from '#server/workflows/connections/test-connection.ts'
import type { HandlersOf } from '../handler.ts'

export const connectionHandlers: HandlersOf<typeof connectionActions> = {
  'connections.list': listConnections,
  'connections.set': setConnection,
  'connections.remove': removeConnection,
  'connections.test': testConnection,
}
