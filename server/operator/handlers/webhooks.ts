import type { apiKeyActions } from '#shared/contract/operator/api-keys.ts'
import type { webhookActions } from '#shared/contract/operator/webhooks.ts'
import { findDelivery, listDeliveries, type DeliveryRow } from '#server/modules/webhooks/deliveries.queries.ts'
import { openEndpoint, unreadable } from '#server/modules/webhooks/endpoint-secrets.ts'
import { listEndpoints } from '#server/modules/webhooks/endpoints.queries.ts'
import { messageId } from '#server/modules/webhooks/webhooks.rules.ts'
import { refuse } from '#server/platform/act.ts'
import { createKeyring } from '#server/platform/keyring.ts'
import { outsideFailures } from '#server/platform/post-outside.ts'
import { showPayload } from '#server/workflows/webhooks/deliver-webhooks.ts'
import { listKeys, makeKey, revokeKey } from '#server/workflows/api-keys/manage-api-keys.ts'
import * as manage from '#server/workflows/webhooks/manage-endpoints.ts'
import { sentence } from '#text/sentence.ts'
import type { Sentence } from '#shared/sentence.ts'
import type { HandlersOf } from '../handler.ts'
import { found, page } from '../page.ts'

const pageSize = 50

/** Sentence about a failure. The database stores its cause as a code. */
function faultOf(error: string | null): Sentence | '' {
  const failure = ([...outsideFailures, unreadable] as const).find((known) => known === error)
  if (failure !== undefined) return sentence(`webhookFault.${failure}`)
  return error === null ? '' : sentence('webhookFault.status')
}

const shown = (row: DeliveryRow) => ({
  id: row.id,
  endpoint: row.endpoint,
  event: row.kind,
  state: row.state,
  at: row.createdAt,
  attempts: row.attempts,
  answerCode: row.status,
  fault: faultOf(row.error),
  nextAttempt: row.nextAt,
})

export const webhookHandlers: HandlersOf<typeof webhookActions> = {
  async 'webhooks.list'(database, _input, _operator, { config }) {
    const keyring = createKeyring(config.secretKey)
    const endpoints = (await listEndpoints(database)).map((row) => {
      const secrets = openEndpoint(keyring, row.id, row.sealed)
      return {
        endpoint: row.name,
        webhookAddress: secrets?.url ?? null,
        eventKinds: row.events,
        withContact: row.withContact,
        state: row.state,
        waiting: row.waiting,
        delivered: row.deliveredAt,
        failingSince: row.failingSince,
        fault: faultOf(secrets ? row.error : unreadable),
      }
    })
    return found({ endpoints })
  },
  'webhooks.add': manage.addEndpoint,
  'webhooks.change': { kept: manage.keptEndpoint, act: manage.changeEndpoint },
  'webhooks.rotate-secret': manage.rotateEndpointSecret,
  'webhooks.switch': manage.switchEndpoint,
  'webhooks.remove': manage.removeEndpoint,
  async 'webhooks.deliveries'(database, { endpoint = null, state = null, event = null, after = null }) {
    const rows = await listDeliveries(database, { endpoint, state, kind: event }, after, pageSize)
    return page(rows, pageSize, ({ id }) => id, shown)
  },
  /** Shows the payload without email addresses and phone numbers, even if the endpoint receives them. */
  async 'webhooks.delivery'(database, { id }) {
    const row = await findDelivery(database, id)
    if (!row) return refuse('NotFound', 'action.notFound')
    return found({
      ...shown(row),
      messageId: messageId(row.eventId),
      ended: row.endedAt,
      payload: await showPayload(database, row, false),
      answer: row.answer,
    })
  },
  'webhooks.send-again': manage.sendAgain,
  'webhooks.test': manage.sendTestEvent,
}

export const apiKeyHandlers: HandlersOf<typeof apiKeyActions> = {
  'api.keys': listKeys,
  'api.make-key': makeKey,
  'api.revoke-key': revokeKey,
}
