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

/** Path by which the menu marks a section. A receipt is a page of the orders. */
export const menuPathOf = (path: string): string => path.replace(/^\/user\/receipt(?=\/)/, '/user/orders')
