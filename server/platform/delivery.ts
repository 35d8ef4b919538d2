/** Permanent rejection by a mail or SMS server, after which a retry is useless. All other errors are retried. */
export class DeliveryRefused extends Error {}

/**
 * Failed delivery of a mail or SMS. The message contains neither recipient nor content, because it is logged and stored
 * with the job.
 */
export class DeliveryFailed extends Error {}
