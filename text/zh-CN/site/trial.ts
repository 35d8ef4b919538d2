import type { TrialText } from '#text/en/site/trial.ts'

export default {
  title: (minutes) => `免费试用 ${minutes} 分钟`,
  description: (brand, minutes) => `${brand}免费试用 ${minutes} 分钟，功能不打折。不用绑卡，绝不自动续费。`,
  tab: '免费试用',
  headline: (minutes) => `先跑 ${minutes} 分钟。`,
  lead: (_minutes, days) =>
    `领取后 ${days} 天内，在客户端登录那一刻才开始计时。到点就停：不用绑卡，不会续费，也不发邮件催你。`,
  included: '包含什么',
  includedList: ['全部出口和线路', '一台设备，在哪台登录就用哪台', '不限速', '每个账号、每台设备各一次'],
} satisfies TrialText
