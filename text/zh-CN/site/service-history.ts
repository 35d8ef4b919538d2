import type { ServiceHistoryText } from '#text/en/site/service-history.ts'

export default {
  title: '状态记录',
  description: (brand, days) => `${brand}的节点、开通和支付最近 ${days} 天的故障情况，每分钟实测一次。`,
  headline: '这段路走得稳不稳',
  lead: (days) => `最近 ${days}\u00a0天的记录，由系统每分钟自动检测，日期按 UTC 计算。没测到的日子会如实标明。`,
  names: { servers: 'VPN 节点', access: '套餐开通', payments: '支付' },
  notes: {
    servers: '节点每分钟上报一次，全部失联才算中断。',
    access: '新套餐能否在五分钟内生效。',
    payments: '支付渠道和区块链网络是否正常响应。',
  },
  uptime: (percent, days) => `可用率 ${percent}%，实测 ${days}\u00a0天`,
  tooEarly: '检测时间还不够长，暂不给出百分比。',
  picture: (up, partly, down, none) =>
    `${up} 天无故障，${partly} 天部分中断，${down} 天全部中断，${none} 天没有检测数据`,
  legend: { up: '无故障', partly: '部分中断', down: '全部中断', none: '无检测数据' },
  days: '故障与公告',
  noDays: '没有测到故障，也没有故障公告。',
  down: (time) => `中断 ${time}`,
  partly: (time) => `部分中断 ${time}`,
  time: (hours, minutes) =>
    [
      ...(hours > 0 ? [`${hours}\u00a0小时`] : []),
      ...(minutes > 0 || hours === 0 ? [`${minutes}\u00a0分钟`] : []),
    ].join(' '),
  unmeasured: '无检测数据',
  range: (from, until) => (from === until ? from : `${from}至 ${until}`),
  now: '当前状态',
} satisfies ServiceHistoryText
