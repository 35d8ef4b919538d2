/** Permanent rejection by a mail or SMS server, so a retry is useless. All other errors are retried. */
export class DeliveryRefused extends Error {}

/** Failed delivery. The message contains neither address nor content, because it is logged and stored with the job. */
export class DeliveryFailed extends Error {}
