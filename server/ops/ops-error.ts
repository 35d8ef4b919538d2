/** Something that the operator can mend: printed as it is, exit code 1. */
export class OpsError extends Error {}
