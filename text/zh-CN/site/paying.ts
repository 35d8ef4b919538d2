import type { PayingTexts } from '#text/en/site/paying.ts'
import paidBy from './paid-by.ts'

export default {
  promoLabel: '优惠码',
  promoApply: '使用',
  promoChecking: '正在核对优惠码',
  promoApplied: (code: string, amount: string) => `${code} 已减 ${amount}`,
  promoFits: {
    or: '或',
    stop: '。',
    gap: '',
    plans: (names: string) => `适用套餐：${names}。`,
    by: paidBy,
    methods: (names: string) => `用${names}付款时可用。`,
    currencies: (names: string) => `仅限 ${names} 价格。`,
    noPlan: '适用的套餐都已停售。',
  },
  promoRemove: (code: string) => `移除 ${code}`,
  giftLabel: '兑换码',
  giftHint: '16 位字母和数字，不分大小写',
  giftRedeem: '兑换',
  giftForm: '兑换码是 16 位，请核对',
  giftSignIn: '注册或登录后才能使用这个兑换码。回来时兑换码已经填好。',
  giftDoors: { register: '注册账号', login: '登录' },
  giftDone: (date: string) => `兑换成功，会员有效期至 ${date}。`,
  pending: {
    unpaid: { text: (number: string) => `订单 ${number} 还没付款。`, link: '继续付款' },
    checked: { text: (number: string) => `订单 ${number} 正在核对。`, link: '查看订单' },
    seat: { text: (number: string) => `你的拼团座位已付款（${number}）。`, link: '查看拼团' },
  },
  scan: {
    alipay: '请用支付宝扫码',
    wechat: '请用微信扫码',
    unionpay: '请用云闪付扫码',
    card: '请扫码',
    crypto: '请扫码',
  },
  qrLabel: (method: string) => `${method}付款二维码`,
  openHere: '改在本浏览器打开',
} satisfies PayingTexts
