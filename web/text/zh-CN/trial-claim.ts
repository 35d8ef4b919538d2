import type { TrialClaimText } from '../en/trial-claim.ts'

export default {
  start: (minutes) => `开始 ${minutes} 分钟试用`,
  starting: '正在开始…',
  signUpFirst: '注册后开始',
  logIn: '我有账号',
  running: '正在计时',
  over: '试用结束了。',
  overText: '觉得顺畅，就选个套餐接着走。',
  used: '这个账号或它的某台设备已经试用过了。',
  failed: '没能开始试用，稍后再试。',
  toDownload: '下载 App',
  toPricing: '看看套餐',
  minutesLeft: (minutes) => `还剩 ${minutes} 分钟`,
} satisfies TrialClaimText
