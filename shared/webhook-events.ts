/** Kinds of events that an operator's own systems can receive. */
export const webhookEvents = ['order.paid', 'order.refunded', 'membership.changed', 'ticket.opened'] as const
export type WebhookEvent = (typeof webhookEvents)[number]
/** `test`: sent on an operator's request to one endpoint. */
export const webhookKinds = [...webhookEvents, 'test'] as const
export type WebhookKind = (typeof webhookKinds)[number]

/** `said-gone`: switched off because it answered 410. `failed`: switched off after days of failures alone. */
export const endpointStates = ['on', 'off', 'said-gone', 'failed'] as const
export const deliveryStates = ['waiting', 'delivered', 'failed', 'dropped'] as const
