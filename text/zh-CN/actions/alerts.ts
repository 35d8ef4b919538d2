import type { alerts as english } from '#text/en/actions/alerts.ts'
import { translation } from '#text/template.ts'

export const alerts = translation<typeof english>()({
  'alerts.list': {
    label: '提醒',
    about: '列出需要运营人员处理的提醒，最新的在前：未确认、已确认或已结束。原因消除后会自动结束。',
    hints: { state: '按状态筛选，默认显示未处理的' },
    empty: { items: '没有符合条件的提醒。', toldTo: '无' },
  },
  'alerts.count': { label: '提醒数量', about: '统计未确认的提醒，最多数到 1,000。' },
  'alerts.acknowledge': {
    label: '确认提醒',
    about: '表示自己正在处理，之后不再重复提醒。情况恶化会重新提醒，原因消除后自动结束。',
    says: ['将确认 {count} 条：{what}。', '已确认 {count} 条：{what}。'],
    hints: { alert: '一条提醒', kind: '某一种类中所有未确认的提醒', note: '给其他运营人员看的说明' },
  },
  'notifications.show': {
    label: '我的通知',
    about: '显示自己接收哪些提醒、以何种方式、何时接收，以及 Webhook 是否正常。',
  },
  'notifications.set': {
    label: '设置我的通知',
    about:
      '设置自己接收哪些提醒、以何种方式、何时接收，只能由本人设置。同一类提醒每小时最多一条，紧急的每十分钟最多一条，内容不涉及任何用户。更换 Webhook 需要验证码，密钥只显示一次。减少提醒同样需要验证码，并会邮件告知本人。',
    hints: {
      mail: '通过邮件接收的提醒种类',
      webhook: '通过 Webhook 接收的提醒种类',
      timeZone: '你所在的时区，例如 Asia/Shanghai',
      quiet: '免打扰时段，例如 22:00-07:00；不设填 none',
      digest: '每天在该时间汇总为一条；不汇总填 none',
      urgent: '紧急提醒在免打扰时段和汇总之前如何处理',
      webhookAddress: 'Webhook 的 https 地址',
      newSecret: '更换 Webhook 密钥，旧密钥立即失效',
      removeWebhook: '不再使用 Webhook',
    },
  },
  'notifications.test': {
    label: '发送示例',
    about: '通过邮件或 Webhook 给自己发送一条示例。Webhook 是否收到，见“我的通知”。每分钟限一次。',
    says: ['将通过 {channel} 发送一条示例。', '示例正在通过 {channel} 发送。'],
    hints: { channel: '通知方式' },
  },
})
