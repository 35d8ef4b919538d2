import type { EndedTexts, TrialTimeTexts, RecoveryTexts } from '#text/en/site/membership-state.ts'

export const trialTime = {
  left: (minutes) => `${minutes}试用还剩`,
  ends: (time) => `${time} 结束，同时 1\u00a0台设备。`,
  timeLeft: '试用剩余时间',
  minutesLeft: (minutes) => `试用还剩 ${minutes}\u00a0分钟`,
  timeIsUp: '试用结束了。',
} satisfies TrialTimeTexts

export const ended = {
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

export const wayBack = {
  title: '防止账号丢失',
  text: '账号没有绑邮箱。存好恢复码，或绑个邮箱收收据和到期提醒。',
  passwordFirst: '这个账号只有通行密钥能打开。先生成客户端密码，再存恢复码或绑邮箱。',
  makePassword: '生成密码',
  codes: '恢复码',
  email: '绑邮箱',
} satisfies RecoveryTexts
