import type { CampaignText } from '#text/en/site/campaign.ts'

export default {
  label: '要记住你是怎么来的吗？',
  text: (days) => `可以把来源代码保存 ${days} 天，记到推荐人头上吗？`,
  greeting: (name, trial) => `${name === null ? '朋友' : name}的链接：免费试用 ${trial}。`,
  named: (name, days) => `可以把来源代码保存 ${days} 天吗？这样功劳记给${name}，免费时长归你。`,
  tryFree: (trial) => `免费试用 ${trial}`,
  yes: '可以保存',
  no: '只在本页',
} satisfies CampaignText
