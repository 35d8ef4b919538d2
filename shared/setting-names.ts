/**
 * Settings of the shop that operators change by name. Affiliate terms and operator limits have actions of their own.
 */
export const settingNames = [
  'brand',
  'links',
  'releaseDate',
  'trialMinutes',
  'trialArmedDays',
  'refundDays',
  'reviewHours',
  'supportInbox',
  'closedText',
  'seller',
  'proof',
  'campaign',
  'chat',
  'affiliateContact',
  'adsCrawlers',
  'notice',
  'mirrors',
  'look',
  'mark',
  'pageTexts',
] as const
export type SettingName = (typeof settingNames)[number]
