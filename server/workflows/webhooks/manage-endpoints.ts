import { randomUUIDv7 } from 'node:crypto'
import { webhookEvents, type WebhookEvent } from '#shared/webhook-events.ts'
import {
  hasWaitingTest,
  findDelivery,
  insertTest,
  lockDelivery,
  restartDelivery,
} from '#server/modules/webhooks/deliveries.queries.ts'
import { makeEndpointSecret, openEndpoint, sealEndpoint } from '#server/modules/webhooks/endpoint-secrets.ts'
import * as endpoints from '#server/modules/webhooks/endpoints.queries.ts'
import { formerSecretHours, maxEndpoints } from '#server/modules/webhooks/webhooks.rules.ts'
import { done, refuse, Refused, type Act, type FindKept } from '#server/platform/act.ts'
import type { Queryable } from '#server/platform/database.ts'
import { createKeyring } from '#server/platform/keyring.ts'
import { outsideFault } from '#server/platform/outside-address.ts'
import { sentence } from '#text/sentence.ts'

const subjectOf = (name: string): string => `webhook ${name}`

async function requireEndpoint(tx: Queryable, name: string): Promise<endpoints.EndpointRow> {
  const row = await endpoints.lockEndpointNamed(tx, name)
  if (!row) throw new Refused('NotFound', sentence('webhook.unknown', { endpoint: name }))
  return row
}

const waitingOf = async (tx: Queryable, id: string): Promise<number> =>
  (await endpoints.listEndpoints(tx)).find((row) => row.id === id)?.waiting ?? 0

/** Chosen kinds of events, in the order in which they are listed. Refuses unknown kinds and an empty choice. */
function eventsIn(given: readonly string[]): WebhookEvent[] {
  const chosen = webhookEvents.filter((event) => given.includes(event))
  if (chosen.length === 0 || given.some((name) => !webhookEvents.some((event) => event === name)))
    throw new Refused('InvalidInput', sentence('webhook.badEvents', { known: webhookEvents.join(', ') }))
  return chosen
}

export const addEndpoint: Act<'webhooks.add'> = async (tx, input, _operator, { config }) => {
  const { endpoint: name, webhookAddress: url, withContact = false } = input
  const events = eventsIn(input.eventKinds)
  const fault = outsideFault(url, config.environment)
  if (fault !== null) return refuse('InvalidInput', `webhook.${fault}`)
  await endpoints.lockAll(tx)
  const others = await endpoints.listEndpoints(tx)
  if (others.some((row) => row.name === name))
    return refuse('NotPossible', sentence('webhook.nameTaken', { endpoint: name }))
  if (others.length >= maxEndpoints) return refuse('NotPossible', sentence('webhook.tooMany', { most: maxEndpoints }))
  const id = randomUUIDv7()
  const secret = makeEndpointSecret()
  const sealed = sealEndpoint(createKeyring(config.secretKey), id, { url, secret, former: null })
  await endpoints.insertEndpoint(tx, { id, name, sealed, events, withContact })
  const { host } = new URL(url)
  return done(
    { endpoint: name, host, webhookSecret: secret },
    subjectOf(name),
    { host, events, withContact },
    { reaches: withContact },
  )
}

export const keptEndpoint: FindKept<{ endpoint: string }> = async (tx, { endpoint: name }) => {
  const row = await endpoints.lockEndpointNamed(tx, name)
  return {
    subject: subjectOf(name),
    values: row ? { eventKinds: row.events, withContact: row.withContact } : null,
  }
}

export const changeEndpoint: Act<'webhooks.change'> = async (tx, { endpoint: name, ...input }) => {
  const events = eventsIn(input.eventKinds)
  const row = await requireEndpoint(tx, name)
  const withContact = input.withContact ?? false
  if (row.withContact === withContact && row.events.join() === events.join())
    return refuse('NotPossible', 'form.unchanged')
  await endpoints.setEndpointEvents(tx, { id: row.id, events, withContact })
  // Additional events need a second operator if the endpoint receives email addresses and phone numbers, because they
  // reveal more people.
  const isMore = withContact && (!row.withContact || events.some((event) => !row.events.includes(event)))
  return done({ endpoint: name }, subjectOf(name), { events, withContact }, { reaches: isMore })
}

export const rotateEndpointSecret: Act<'webhooks.rotate-secret'> = async (tx, { endpoint: name }, _operator, deps) => {
  const row = await requireEndpoint(tx, name)
  const keyring = createKeyring(deps.config.secretKey)
  const opened = openEndpoint(keyring, row.id, row.sealed)
  if (!opened) return refuse('NotPossible', sentence('webhook.unreadable', { endpoint: name }))
  const { url, secret: former } = opened
  const secret = makeEndpointSecret()
  const sealed = sealEndpoint(keyring, row.id, { url, secret, former })
  await endpoints.setEndpointSecrets(tx, row.id, sealed, formerSecretHours)
  return done({ endpoint: name, webhookSecret: secret, hours: formerSecretHours }, subjectOf(name), {})
}

export const switchEndpoint: Act<'webhooks.switch'> = async (tx, { endpoint: name, on = false }) => {
  const row = await requireEndpoint(tx, name)
  const state = on ? 'on' : 'off'
  if (row.state === state)
    return refuse('NotPossible', sentence(on ? 'webhook.isOn' : 'webhook.isOff', { endpoint: name }))
  await endpoints.setEndpointState(tx, row.id, state)
  const waiting = await waitingOf(tx, row.id)
  return done({ endpoint: name, state, waiting }, subjectOf(name), { state, before: row.state })
}

export const removeEndpoint: Act<'webhooks.remove'> = async (tx, { endpoint: name }) => {
  const { id } = await requireEndpoint(tx, name)
  const waiting = await waitingOf(tx, id)
  await endpoints.deleteEndpoint(tx, id)
  return done({ endpoint: name, waiting }, subjectOf(name), { waiting })
}

/** Sends an event again under its id, with all attempts of a new delivery. */
export const sendAgain: Act<'webhooks.send-again'> = async (tx, { id }) => {
  const found = await findDelivery(tx, id)
  const row = found && (await endpoints.lockEndpoint(tx, found.endpointId))
  if (!found) return refuse('NotFound', 'action.notFound')
  if (!row) return refuse('NotPossible', 'webhook.isRemoved')
  if (row.state !== 'on') return refuse('NotPossible', sentence('webhook.isOff', { endpoint: row.name }))
  const delivery = await lockDelivery(tx, id)
  if (!delivery) return refuse('NotFound', 'action.notFound')
  if (delivery.state === 'waiting' && (delivery.isDue || delivery.isClaimed))
    return refuse('NotPossible', 'webhook.isBeingSent')
  await restartDelivery(tx, id)
  const { kind: event } = found
  return done({ id, endpoint: row.name, event }, subjectOf(row.name), { event, delivery: id })
}

export const sendTestEvent: Act<'webhooks.test'> = async (tx, { endpoint: name }) => {
  const row = await requireEndpoint(tx, name)
  if (row.state !== 'on') return refuse('NotPossible', sentence('webhook.isOff', { endpoint: name }))
  if (await hasWaitingTest(tx, row.id)) return refuse('NotPossible', sentence('webhook.testWaits', { endpoint: name }))
  const delivery = randomUUIDv7()
  await insertTest(tx, row.id, { event: randomUUIDv7(), delivery })
  return done({ endpoint: name, id: delivery }, subjectOf(name), {})
}
