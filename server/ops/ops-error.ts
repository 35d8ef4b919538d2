/** Error that the operator can fix: printed without stack, exit code 1. */
export class OpsError extends Error {}
