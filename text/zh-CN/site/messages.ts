import type { MessagesTexts } from '#text/en/site/messages.ts'

const messages = {
  label: '账号通知',
  older: (count) => `更早的 ${count}\u00a0条消息`,
  putAway: '知道了',
  putAwayLabel: (heading: string) => `知道了：${heading}`,
  title: '消息',
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
