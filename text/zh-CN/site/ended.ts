import type { EndedTexts } from '#text/en/site/ended.ts'

export default {
  tab: '已到期',
  membershipOn: '会员到期于',
  trialOn: '免费试用结束于',
  text: '客户端已断开，没有扣款。',
  again: (plan, sum) => `再买 ${plan} ${sum}`,
  plans: '看全部套餐',
  accountStays: '账号还在',
  accountText: '名字、登录方式、恢复码',
  devicesStay: (count) => `${count}\u00a0台设备还在`,
  devicesText: () => '付款后自动连上',
  invitesStay: '邀请还在',
  invitesText: '照样算',
} satisfies EndedTexts
