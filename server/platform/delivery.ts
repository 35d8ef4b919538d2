/** The other side will never take this message: trying again would only repeat the answer. Everything else is tried again. */
export class DeliveryRefused extends Error {}

/** Why a delivery failed, without address or content: it is logged and kept with the job. */
export class DeliveryFailed extends Error {}
