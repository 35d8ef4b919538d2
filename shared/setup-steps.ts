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
  'connection',
  'owners',
  'backup',
  'sale',
  'open',
] as const
export type SetupStep = (typeof setupSteps)[number]
