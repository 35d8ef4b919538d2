import type { TrialTimeTexts } from '#text/en/site/trial-time.ts'

export default {
  left: (minutes) => `${minutes}试用还剩`,
  ends: (time) => `${time} 结束，同时 1\u00a0台设备。`,
  timeLeft: '试用剩余时间',
  minutesLeft: (minutes) => `试用还剩 ${minutes}\u00a0分钟`,
  timeIsUp: '试用结束了。',
} satisfies TrialTimeTexts
