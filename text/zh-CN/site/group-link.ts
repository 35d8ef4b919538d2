import type { GroupLinkTexts } from '#text/en/site/group-link.ts'

const nb = '\u00a0'
const people = { 2: '两人', 3: '三人' } as const

export default {
  title: {
    creator_unpaid: (price) => `马上开团，每人 ${price}`,
    open: (left, price) => `还差 ${left}${nb}人就发车：${price}`,
    held: '座位都有人了',
    free: (left) => `还有 ${left}${nb}个座位，免费上车`,
    full: '这个团满员了',
    expired: '这个团过期了',
    closed: '这个团取消了',
    missing: '这个链接找不到拼团',
  },
  plan: (size, months, devices) => `${people[size]}团，${months}${nb}个月，${devices}${nb}台设备`,
  startedBy: (creator) => `团长 ${creator}。`,
  untilRefund: (moment) => `${moment} 前没满员，全额退款。`,
  untilFree: (moment) => `${moment} 前都可以免费上车。`,
  until: (moment) => `${moment} 截止`,
  over: '自己开一个吧：两三个人一起买同一个套餐，每人都更便宜。',
  missing: '可能少抄了一个字母。找朋友再要一次链接，或者自己开一个团。',
  startOwn: '自己开团',
  toPricing: '看看套餐',

  sign: {
    creator_unpaid: '马上开团。',
    open: (left) => `还差 ${left}${nb}人，|就发车。`,
    held: '座位都|有人了。',
    free: () => '上车吧，|我请客。',
    full: '满员，|发车了。',
    expired: '这个团|结束了。',
    closed: '这个团|结束了。',
  },
  free: '免费',
  each: '每人',
  alone: (price) => `单独买 ${price}`,
  overSign: '自己开一个团吧。',
} satisfies GroupLinkTexts
