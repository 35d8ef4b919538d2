/** Permanent rejection by the other side; retrying is useless. All other errors are retried. */
export class DeliveryRefused extends Error {}

/** Reason of a failed delivery, without address or content, because it is logged and stored with the job. */
export class DeliveryFailed extends Error {}
