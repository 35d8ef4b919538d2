const shop = {
  prices: 'Prices side by side',
  plan: 'Plan',
  paidBy: (currency: string, ways: string) => `${currency} is paid by ${ways}.`,
  notPaid: (currency: string) => `No way of paying takes ${currency} at present.`,
  methods: { alipay: 'Alipay', wechat: 'WeChat Pay', unionpay: 'UnionPay', card: 'card', crypto: 'cryptocurrency' },
  sold: 'Paid, 30 days',
  net: 'Net, 30 days',
  waits: 'Waits at its price',
  orders: (count: string) => `${count} ${count === '1' ? 'order' : 'orders'}`,
  groups: (count: string) => `${count} ${count === '1' ? 'group' : 'groups'}`,
  perMonth: (sum: string) => `${sum} a month`,
  groupOf: (size: number, sum: string) => `group of ${size}: ${sum} each`,
  noPrice: 'not sold',
  retired: 'Retired',
  foot: 'Net: paid less refunds and disputes of the last 30 days (UTC), today with them, by when it was booked. Yuan and dollars are never added.',
  edit: (plan: string) => `Change ${plan}`,
  parts: 'What to change',
  seen: 'As customers see it',
  languages: { en: 'English', 'zh-CN': 'Chinese' },
  now: 'Now',
  typed: 'With what is typed',
  frame: (language: string, which: string) => `${language}: ${which}`,
  oldPrices: 'What keeps its price',
  keepsNothing: 'No order and no group waits. A new price counts for every purchase from then on.',
  keepOrders: (count: string, currency: string) =>
    `${count} in ${currency} can still be paid at the price they were made with, the last until`,
  keepGroups: (count: string, currency: string) =>
    `${count} in ${currency} can still be joined at the price they were started with, the last until`,
}
export type ShopText = typeof shop
export default shop
