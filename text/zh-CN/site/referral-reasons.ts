import type { ReferralReasons } from '#text/en/site/referral-reasons.ts'

export default {
  self: '是你自己的账号。',
  cycle: '你是对方邀请来的。',
  device: '对方用的是你的设备。',
  velocity: '短时间内注册太多。',
  rules: '不符合规则。',
} satisfies ReferralReasons
