/**
 * A mail or SMS that cannot be delivered and is not retried: a server rejects it permanently, or nothing is set up to
 * send it. All other errors are retried.
 */
export class DeliveryRefused extends Error {}

/**
 * Failed delivery of a mail or SMS. The message contains neither recipient nor content, because it is logged and stored
 * with the job.
 */
export class DeliveryFailed extends Error {}
