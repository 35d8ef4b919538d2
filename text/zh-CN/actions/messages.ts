import type { messages as english } from '#text/en/actions/messages.ts'
import { translation } from '#text/template.ts'

export const messages = translation<typeof english>()({
  'messages.list': {
    label: '客服消息',
    about: '列出用户与客服的对话：默认列出待回复的，等得最久的在前；也可以看已回复或已解决的。',
    hints: {
      state: 'open（默认）：待回复；pending：已回复，等用户；solved：已解决',
      tag: '只列出带这个标签的对话',
      spokenIn: '用户账户使用的语言',
      assigned: 'me：我的；nobody：无人负责；others：其他同事的',
      contains: '在对话最新十条消息或用户名称中查找，每页查找 200 个对话',
    },
    empty: { items: '没有等待回复的用户。' },
  },
  'messages.show': {
    label: '查看对话',
    about: '按时间顺序查看用户写给客服的消息和回复。',
    hints: { before: '显示该条之前的内容' },
    empty: { waits: '否', address: '仅账户内', entries: '没有消息。' },
  },
  'messages.take': {
    label: '由我负责',
    about: '把对话分给自己。30 分钟内别人不能回复，再按一次再延 30 分钟；之后仍由你负责，直到你放下或别人接手。',
    hints: { leave: '不再负责' },
    says: [
      '将更改用户 {uid} 的对话由谁负责；为你保留到：{until}。',
      '已更改用户 {uid} 的对话由谁负责；为你保留到：{until}。',
    ],
    empty: { until: '不保留' },
  },
  'messages.tags': {
    label: '对话的标签',
    about: '列出用过的标签，用得多的在前。',
    empty: { tags: '还没有标签。' },
  },
  'messages.tag': {
    label: '设置标签',
    about: '设置对话的标签。用户看不到标签，导出的个人数据里也没有。',
    hints: { tags: '全部标签，最多 5 个；可用文字、数字、空格和连字符。留空则全部移除' },
    says: ['将设置用户 {uid} 的对话标签。', '已设置用户 {uid} 的对话标签。'],
    empty: { tags: '无', before: '无' },
  },
  'messages.replies': {
    label: '给这位用户的常用回复',
    about: '列出已按这位用户填好的常用回复，适合当前情况的在前；填写订单时以该订单为准，否则以最新订单为准。',
    empty: { situations: '无', replies: '还没有常用回复。', missing: '无' },
  },
  'replies.list': {
    label: '常用回复',
    about: '列出常用回复及其中英文内容。',
    empty: { replies: '还没有常用回复。', usedFor: '不限' },
  },
  'replies.save': {
    label: '保存常用回复',
    about:
      '按名称保存常用回复，同名的会被替换。{{plan}}、{{daysLeft}}、{{endsOn}}、{{orderNumber}}、{{orderPlan}}、{{planLink}}、{{ordersLink}}、{{appsLink}} 和 {{brand}} 会按每位用户填好。',
    hints: {
      name: '列表中显示的名称',
      textEn: '发给使用英文的用户；纯文本，最多 4,000 字符',
      textZh: '发给使用中文的用户；纯文本，最多 4,000 字符',
      usedFor: '用户处于这种情况时优先推荐',
    },
    says: ['将保存常用回复“{name}”。', '已保存常用回复“{name}”。'],
    empty: { usedFor: '不限' },
  },
  'replies.remove': {
    label: '删除常用回复',
    about: '删除常用回复，已发出的回复不受影响。',
    hints: { reply: '要删除的常用回复' },
    says: ['将删除常用回复“{name}”。', '已删除常用回复“{name}”。'],
    empty: { usedFor: '不限' },
  },
  'messages.answer': {
    label: '回复',
    about: '回复显示在用户的账户里；用户有邮箱时同时发邮件。没有进行中的对话时，新开一个。',
    second: '链接指向公开内容和设置里从未出现过的网站，且一天内这类回复和类似的处置涉及的用户超过限额（默认 10 位）。',
    hints: {
      text: '用户看到的回复，最多 4,000 字',
      last: '你读到的最后一条；之后又有人写过时不会发送',
      close: '发送后同时标为已解决；用户 14 天内再写，会重新打开',
    },
  },
  'messages.reopen': {
    label: '重新打开对话',
    about: '重新打开最近解决的对话，内容不变；当时没有得到回复的用户重新进入等待。',
    says: [
      '将重新打开用户 {uid} 的对话；尚未回复：{unanswered}。',
      '已重新打开用户 {uid} 的对话；尚未回复：{unanswered}。',
    ],
  },
  'messages.close': {
    label: '标为已解决',
    about: '把对话标为已解决。用户 14 天内再写，会重新打开；之后再写，就是新的对话。',
    says: [
      '将把用户 {uid} 的对话标为已解决；尚未回复：{unanswered}。',
      '已把用户 {uid} 的对话标为已解决；尚未回复：{unanswered}。',
    ],
  },
})
