import type { MailsText } from '#text/en/site/unsubscribe.ts'

const mails = {
  stopTitle: '停止提醒',
  newsTitle: '退订资讯邮件',
  stopText: '关系到你的钱和账号安全的邮件还会照常发送。',
  stop: '停止',
  stopping: '请稍候……',
  stoppedTitle: '已停止',
  stoppedText: '改主意了，或者不是你本人操作？在账户的“通知”里可以重新打开。',
  notStoppedTitle: '这个链接已失效',
  notStoppedText: '在账户的“通知”里可以关闭提醒和资讯。',
  toProfile: '通知设置',
  toHome: '回到首页',
} satisfies MailsText
export default mails
