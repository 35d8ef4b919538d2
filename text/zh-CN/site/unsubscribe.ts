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
  reportTitle: '停止月度邮件',
  reportText: '停止后，不再收到会计明细的链接，您的邮箱也会删除。',
  reportStoppedText: '您的邮箱已删除。需要时，商店可以重新填写。',
  confirmTitle: '确认月度邮件',
  confirmText: '确认后，每月结束时您会收到会计明细的链接。',
  confirm: '确认',
  confirmedTitle: '邮箱已确认',
  confirmedText: '本月结束后发送第一封邮件。',
  overText: '请向商店索取新的链接。',
  toProfile: '通知设置',
  toHome: '回到首页',
} satisfies MailsText
export default mails
