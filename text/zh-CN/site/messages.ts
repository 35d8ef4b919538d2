import { noticeDays } from '#shared/notice-days.ts'
import type { MessagesTexts } from '#text/en/site/messages.ts'

const messages = {
  label: '账号通知',
  others: (count) => `还有 ${count}\u00a0条未读`,
  read: '查看',
  putAway: '知道了',
  wasMe: '是我本人',
  putAwayLabel: (label, heading) => `${label}：${heading}`,
  unread: '未读',
  kept: `账号没有绑定邮箱，通知都显示在这里，保留 ${noticeDays} 天。`,
  mailed: (email) => `通知会发到 ${email}。发不出去的显示在这里，保留 ${noticeDays} 天。`,
  empty: '没有通知',
  emptyText: `最近 ${noticeDays} 天没有通知。`,
  older: '更早的通知',
  title: '接收哪些消息',
  reminders: '会员到期前、好友上车时、拿到第一笔佣金时提醒我',
  news: '接收资讯邮件，每周最多一封',
  newsOn: '已订阅资讯邮件。',
  newsOff: '已退订资讯邮件。',
  always: '资金和安全通知无法关闭。',
  on: '提醒已打开。',
  off: '不会再提醒了。',
  failed: '没能加载出来。',
  retry: '重试',
} satisfies MessagesTexts
export default messages
