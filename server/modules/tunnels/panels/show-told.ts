import type { Told } from './told.rules.ts'

/** As the webhook and the feed write it. */
export const showTold = ({ subject, version, state, validUntil, maxDevices, plan }: Told) => ({
  subject,
  version,
  state,
  validUntil: validUntil?.toISOString() ?? null,
  maxDevices,
  plan,
})
