import type { messages as english } from '#text/en/actions/messages.ts'
import { translation } from '#text/template.ts'

export const messages = translation<typeof english>()({
  'messages.list': {
    label: '客服消息',
    about: '列出用户写给客服的消息：默认列出等待回复的，等得最久的在前；也可以看已回复或已结束的。',
    hints: { state: '按状态筛选，默认显示等待回复的' },
    empty: { items: '没有等待回复的用户。' },
  },
  'messages.show': {
    label: '查看对话',
    about: '按时间顺序查看用户写给客服的消息和回复。',
    hints: { before: '显示该条之前的内容' },
    empty: { waits: '否', address: '仅账户内', entries: '没有消息。' },
  },
  'messages.take': {
    label: '我来处理（30 分钟）',
    about: '30 分钟内由你处理这个对话，别人不会同时回复。再按一次，再延 30 分钟。',
    says: ['对话将由你处理到 {until}（用户 {uid}）。', '对话由你处理到 {until}（用户 {uid}）。'],
  },
  'messages.answer': {
    label: '回复',
    about: '回复显示在用户的账户里；用户有邮箱时同时发邮件。没有进行中的对话时，新开一个。',
    second: '链接指向公开内容和设置里从未出现过的网站，且一天内这类回复和类似的处置涉及的用户超过限额（默认 10 位）。',
    hints: {
      text: '用户看到的回复，最多 4,000 字',
      last: '你读到的最后一条；对方之后又有留言时不会发送',
      close: '不再需要回复：发送后关闭会话',
    },
  },
  'messages.reopen': {
    label: '重新打开对话',
    about: '重新打开最近结束的对话，内容不变；当时没有得到回复的用户重新进入等待。',
    says: [
      '将重新打开用户 {uid} 的对话；尚未回复：{unanswered}。',
      '已重新打开用户 {uid} 的对话；尚未回复：{unanswered}。',
    ],
  },
  'messages.close': {
    label: '结束对话',
    about: '结束用户的对话；用户再写，就是新的对话。',
    says: ['将结束用户 {uid} 的对话；尚未回复：{unanswered}。', '已结束用户 {uid} 的对话；尚未回复：{unanswered}。'],
  },
})
