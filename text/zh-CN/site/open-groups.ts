import type { OpenGroupsTexts } from '#text/en/site/open-groups.ts'

const nb = '\u00a0'
const people = { 2: '两人', 3: '三人' } as const

const seatCounts: OpenGroupsTexts['seatCounts'] = ({ paid, held, free }) =>
  [paid > 0 && `${paid} 人已付款`, held > 0 && `${held} 人正在付款`, free > 0 && `还有 ${free}${nb}个空座`]
    .filter(Boolean)
    .join('，')

export default {
  title: '公开拼团',
  description: '谁都能上车的团：挑个空座，付自己那份，最后一人付完大家一起开通。',
  lead: '这些团对所有人开放。你只付自己那份，账号是你自己的，别人只看得到打码的名字。',
  plan: (size, plan, devices) => `${people[size]}团，${plan}，${devices}${nb}台设备`,
  by: (creator) => `团长 ${creator}，`,
  seatCounts: (counts) => `${seatCounts(counts)}。`,
  until: (moment) => `${moment} 前没满员，全额退款。`,
  look: '去看看',
  lookAt: (creator, plan) => `去看看：${plan}，团长 ${creator}`,
  more: '看更多',
  empty: '现在没有公开的团。',
  emptyText: '自己开一个，让大家都能找到。',
  start: '去开团',
  failed: '公开拼团没能加载出来。',
  again: '重试',
  how: '拼团怎么拼',
} satisfies OpenGroupsTexts
