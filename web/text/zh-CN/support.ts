import type { SupportTexts } from '../en/support.ts'

const support = {
  lead: '有问题就写在这里，由真人回复。回复会显示在这里，账号绑定了邮箱的，也会发到邮箱。',
  thread: '与客服的对话',
  you: '我',
  us: '客服',
  older: '更早的消息',
  failed: '消息没加载出来。',
  retry: '再试一次',
  emptyTitle: '还没有消息',
  emptyText: '你的提问和我们的回复都会留在这里。',
  closed: '这次对话已结束。有问题随时再写。',
  label: '你的消息',
  hint: '不要发送密码或银行卡号。附上订单号，处理更快。',
  send: '发送',
  busy: '正在发送',
  sent: '已发送，回复会显示在这里。',
  restored: '你之前写的内容还在。',
  missing: '请先写下你的问题',
  tooLong: (most: string) => `太长了，一条消息最多 ${most} 字。`,
  kept: (days: number) => `内容加密保存，对话结束 ${days} 天后删除；注销账号时一并删除。`,
  privacy: '隐私政策',
} satisfies SupportTexts
export default support
