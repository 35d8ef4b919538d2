/** Pages of the account area in the order of its menu: /user/<path>. */
export const sectionPaths = [
  'profile',
  'orders',
  'security',
  'notifications',
  'connect',
  'device',
  'reward',
  'kol',
  'group-buying',
  'benefits',
  'help',
] as const
export type SectionPath = (typeof sectionPaths)[number]
