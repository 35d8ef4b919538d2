/** Days after which transfers without value are deleted: dropped ones, and those in unaccepted tokens. */
export const idleTransferDays = 180
