import type { LocationsText } from '#text/en/site/locations.ts'

export default {
  title: '节点地区',
  description: (brand, countries) =>
    countries === 1
      ? `${brand}的节点在哪里，忙不忙。`
      : `${brand}的节点分布在 ${countries} 个国家和地区，哪里忙、哪里空，一看就知道。`,
  headline: '想从哪个出口走？',
  lead: '每个套餐都能用全部地区，想换就换，不限次数。',
  loads: { low: '畅通', medium: '较忙', high: '拥挤' },
  elsewhere: '其他城市',
  note: '忙闲由节点上报，约每分钟更新一次。',
  prices: '看看价格',
  strip: (countries) => (countries === 1 ? '出口所在地' : `${countries} 个国家和地区有出口`),
  more: (countries) => `另有 ${countries} 个`,
  all: '全部地区',
} satisfies LocationsText
