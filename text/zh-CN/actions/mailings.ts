import type { mailings as english } from '#text/en/actions/mailings.ts'
import { translation } from '#text/template.ts'

const filterHints = {
  membership: '会员状态',
  plan: '买过该套餐的人，填套餐编号',
  endsWithin: '会员将在多少天内到期',
  spokenIn: '账户使用的语言',
  paid: '是否付过款',
  byAffiliate: '是否由推广者带来',
  seenWithin: '多少天内来过',
  notSeenWithin: '多少天内没来过',
} as const

const mailHints = {
  subjectEn: '英文主题',
  subjectZh: '中文主题',
  headingEn: '英文标题',
  headingZh: '中文标题',
  bodyEn: '英文正文，纯文本，段落之间空一行',
  bodyZh: '中文正文',
  buttonEn: '英文按钮文字',
  buttonZh: '中文按钮文字',
  page: '按钮打开的本站页面',
} as const

export const mailings = translation<typeof english>()({
  'segments.list': { label: '人群', about: '列出已保存的人群筛选条件。', empty: { segments: '还没有保存的人群。' } },
  'segments.count': {
    label: '统计人群',
    about: '统计符合条件的用户，最多数到 100,000 或数一秒，并列出五位，名称经过遮盖。填写人群名称则使用已保存的条件。',
    hints: { segment: '人群名称', ...filterHints },
    empty: { sample: '没有符合条件的用户。' },
  },
  'segments.save': {
    label: '保存人群',
    about: '用一个名称保存筛选条件，同名的会被替换。已经发出的邮件不受影响。',
    says: ['将保存人群 {name}，目前可送达 {people} 人。', '已保存人群 {name}。'],
    hints: { name: '名称', ...filterHints },
  },
  'segments.remove': {
    label: '删除人群',
    about: '删除一个人群，已发出的邮件保留。',
    says: ['将删除人群 {name}。', '已删除人群 {name}。'],
    hints: { segment: '要删除的人群' },
  },
  'mailings.list': {
    label: '群发邮件',
    about: '列出群发邮件及其进度，最新的在前。',
    empty: { items: '还没有群发过邮件。' },
  },
  'mailings.show': {
    label: '查看群发邮件',
    about: '显示一次群发的内容与进度、被收件方服务器拒收的用户，以及收到后退订的人数。',
    hints: { mailing: '要查看的群发邮件' },
    empty: { refused: '没有被拒收。' },
  },
  'mailings.test': {
    label: '先发给自己',
    about: '只把邮件发到自己的邮箱，内容与收件人看到的完全一致。',
    says: ['将把“{subject}”发到你的邮箱。', '“{subject}”正在发往你的邮箱。'],
    hints: { inLanguage: '测试邮件的语言', ...mailHints },
  },
  'mailings.send': {
    label: '群发一封邮件',
    about:
      '向同意接收资讯的用户发送邮件，使用各自的语言，从指定时间起按限定速度发送；每人每周最多一封。可以暂停和终止。',
    second: '收件人超过 1,000 人；定在以后发送时，订阅资讯的人超过 1,000 人。',
    says: ['将发给 {people} 人。', '发给 {people} 人的邮件将按时发送。'],
    hints: {
      name: '供运营人员识别的名称，收件人看不到',
      segment: '发给哪个人群；不填则发给所有订阅了消息的人',
      ...mailHints,
      sendAt: '开始发送的时间；不填则立即发送',
      perMinute: '每分钟最多发送多少封；不填为 120',
      tested: '已发给自己并读过',
    },
  },
  'mailings.pause': {
    label: '暂停',
    about: '暂停群发，恢复前不再发给更多人；已在途中的仍会送达。',
    says: ['将暂停 {name}。', '{name} 已暂停。'],
    hints: { mailing: '要暂停的群发邮件' },
  },
  'mailings.resume': {
    label: '继续发送',
    about: '让暂停的群发从停下的位置继续。',
    says: ['将继续发送 {name}。', '{name} 继续发送。'],
    hints: { mailing: '要继续的群发邮件' },
  },
  'mailings.stop': {
    label: '终止',
    about: '彻底终止群发，等待发送的也不再发出。',
    says: ['将彻底终止 {name}。', '{name} 已终止。'],
    hints: { mailing: '要终止的群发邮件' },
  },
})
