/**
 * Steps of opening a shop, in the order of the checklist. Whether a step is done is computed from the live state, never
 * ticked by hand.
 */
export const setupSteps = [
  'brand',
  'texts',
  'seller',
  'plan',
  'payment',
  'mail',
  'sms',
  'connection',
  'owners',
  'backup',
  'sale',
  'open',
] as const
export type SetupStep = (typeof setupSteps)[number]
/** Steps that a shop can leave out. The checklist is complete without them. */
export const isOptionalStep = (step: SetupStep): step is 'sms' => step === 'sms'
