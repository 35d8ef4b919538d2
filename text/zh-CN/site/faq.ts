import type { FaqText } from '#text/en/site/faq.ts'

export default {
  title: '常见问题',
  description: (brand) => `${brand}常见问题：登录、付款、退款、拼团、安装和连接。`,
  headline: '路不熟？问这里。',
  search: '搜一搜',
  none: '没找到。换个词试试，或者联系客服。',
  some: '# 条结果',
  often: '大家常问',
  codeMissing: '收不到验证码',
  paymentMissing: '付了钱没到账',
  androidBlocked: '安卓装不上',
  topics: '分类',
  more: '没有你要的答案？',
  moreText: '给我们留言，回答你的是真人。',
  support: '联系客服',
  empty: '还没有发布内容。',
} satisfies FaqText
