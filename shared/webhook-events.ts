/** Kinds of events that an operator's own systems can receive. */
export const webhookEvents = ['order.paid', 'order.refunded', 'membership.changed', 'ticket.opened'] as const
export type WebhookEvent = (typeof webhookEvents)[number]
/** Kinds of webhook events. `test`: sent to one endpoint on an operator's request. */
export const webhookKinds = [...webhookEvents, 'test'] as const
export type WebhookKind = (typeof webhookKinds)[number]

/**
 * States of an operator's webhook endpoint. `said-gone`: switched off because it answered 410. `failed`: switched off
 * after days of failures alone.
 */
export const endpointStates = ['on', 'off', 'said-gone', 'failed'] as const
export const deliveryStates = ['waiting', 'delivered', 'failed', 'dropped'] as const
