/** Payment methods. A new one also needs a migration, because a database constraint lists them. */
export const methods = ['alipay', 'wechat', 'unionpay', 'card', 'crypto'] as const
export type Method = (typeof methods)[number]
