export const maxSupportText = 4_000
export const supportAimHours = 24
export const supportDays = 180
export const supportIdleDays = 14
/** Days after the close in which a message of the customer reopens the conversation. Later ones start a new one. */
export const supportReopenDays = 14
export const maxSupportImages = 3
export const maxImageBytes = 4 * 1024 * 1024

/** Open: the customer waits for an answer. Pending: the customer was answered. Solved: closed. */
export const threadStates = ['open', 'pending', 'solved'] as const
export type ThreadState = (typeof threadStates)[number]

export const maxTags = 5
export const maxTag = 30

/** Placeholders of canned replies, each filled with a fact about the customer who is answered. */
export const replyPlaceholders = [
  'brand',
  'plan',
  'daysLeft',
  'endsOn',
  'orderNumber',
  'orderPlan',
  'planLink',
  'ordersLink',
  'appsLink',
] as const
export type ReplyPlaceholder = (typeof replyPlaceholders)[number]

/** Situations of a customer in which the console suggests canned replies. */
export const replySituations = [
  'payment-held',
  'payment-arrived',
  'payment-missing',
  'membership-ended',
  'app-fails',
] as const
export type ReplySituation = (typeof replySituations)[number]
