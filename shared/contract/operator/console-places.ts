export const placeNames = [
  'today',
  'queue',
  'people',
  'orders',
  'money',
  'affiliates',
  'shop',
  'texts',
  'system',
] as const
export type PlaceName = (typeof placeNames)[number]
