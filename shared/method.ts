/** Every way to pay; a new one needs a migration besides, because orders are checked against this list. */
export const methods = ['alipay', 'wechat', 'unionpay', 'card', 'crypto'] as const
export type Method = (typeof methods)[number]
