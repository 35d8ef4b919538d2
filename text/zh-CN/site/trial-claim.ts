import type { TrialClaimText } from '#text/en/site/trial-claim.ts'

export default {
  keep: (minutes) => `给我留着这 ${minutes}`,
  startNow: (minutes) => `开始试用 ${minutes}`,
  busy: '稍等…',
  signUpFirst: '注册后领取',
  logIn: '我有账号',
  armed: (minutes, day) => `免费的 ${minutes}给你留到 ${day}，在客户端登录那一刻才开始算。`,
  running: (time) => `试用正在计时，到 ${time} 结束。`,
  over: '试用已经用完。觉得顺畅，就选个套餐接着走。',
  lapsed: (day) => `试用到 ${day} 没有使用，已经失效。`,
  refusals: {
    MembershipRuns: '会员还在有效期内，不用试用。',
    TrialUsedOnDevice: '你的设备已经用别的账号试用过了。',
    TrialNotOffered: '目前没有免费试用。',
  },
  failed: '没有成功，稍后再试。',
  retry: '再试一次',
  toStart: '三站上路',
  toPricing: '看看套餐',
} satisfies TrialClaimText
