import type { webhooks as english } from '#text/en/actions/webhooks.ts'
import { translation } from '#text/template.ts'

export const webhooks = translation<typeof english>()({
  'webhooks.list': {
    label: 'Webhook',
    about: '列出接收事件的自有系统地址，以及它们是否正常响应。',
    empty: { endpoints: '还没有 Webhook。', eventKinds: '无', delivered: '从未', failingSince: '否' },
  },
  'webhooks.add': {
    label: '添加 Webhook',
    about: '按 Standard Webhooks 规范签名，把事件推送给自有系统。密钥只显示一次。验签方法见 docs/webhooks.md。',
    second: '事件包含邮箱和手机号时。',
    says: ['将以“{endpoint}”向 {host} 推送事件。', '已开始以“{endpoint}”向 {host} 推送事件。'],
    hints: {
      endpoint: 'Webhook 名称，例如 bookkeeping',
      webhookAddress: '以 https:// 开头的地址',
      eventKinds: '要推送的事件',
      withContact: '在每个事件中附上用户的邮箱和手机号',
    },
  },
  'webhooks.change': {
    label: '修改 Webhook',
    about: '修改 Webhook 接收的事件。需要换地址时，请另外添加一个。',
    second: '有更多事件包含邮箱和手机号时。',
    says: ['将修改 Webhook“{endpoint}”。', '已修改 Webhook“{endpoint}”。'],
    hints: {
      endpoint: 'Webhook 名称',
      eventKinds: '要推送的事件',
      withContact: '在每个事件中附上用户的邮箱和手机号',
    },
  },
  'webhooks.rotate-secret': {
    label: '更换 Webhook 密钥',
    about: '生成新密钥，只显示一次。之后 24 小时内，事件同时用新旧两个密钥签名。',
    says: [
      '将更换“{endpoint}”的密钥，旧密钥 {hours} 小时后失效。',
      '已更换“{endpoint}”的密钥，旧密钥 {hours} 小时后失效。',
    ],
    hints: { endpoint: 'Webhook 名称' },
  },
  'webhooks.switch': {
    label: '启用或停用 Webhook',
    about: '停用期间不推送，也不为它保留新事件；停用前未送出的事件会在重新启用后推送。',
    says: [
      'Webhook“{endpoint}”将变为：{state}。待推送事件：{waiting}。',
      'Webhook“{endpoint}”现为：{state}。待推送事件：{waiting}。',
    ],
    hints: { endpoint: 'Webhook 名称', on: '启用；不选则停用' },
  },
  'webhooks.remove': {
    label: '移除 Webhook',
    about: '删除 Webhook 的地址和密钥，未送出的事件不再推送。推送记录保留 30 天。',
    says: [
      '将移除 Webhook“{endpoint}”，{waiting} 个事件不再推送。',
      '已移除 Webhook“{endpoint}”，{waiting} 个事件不再推送。',
    ],
    hints: { endpoint: 'Webhook 名称' },
  },
  'webhooks.deliveries': {
    label: '推送记录',
    about: '列出最近 30 天的事件及各 Webhook 是否收到，最新的在前。',
    hints: { endpoint: '按 Webhook 筛选', state: '按状态筛选', event: '按事件种类筛选' },
    empty: {
      items: '没有符合条件的事件。',
      endpoint: '已移除',
      answerCode: '无',
      fault: '无',
      nextAttempt: '无',
    },
  },
  'webhooks.delivery': {
    label: '推送详情',
    about: '显示事件内容和接收端最近一次的返回。这里不显示邮箱和手机号。',
    hints: { id: '列表中的一条推送' },
    empty: {
      endpoint: '已移除',
      answerCode: '无',
      fault: '无',
      nextAttempt: '无',
      ended: '尚未结束',
      answer: '无',
    },
  },
  'webhooks.send-again': {
    label: '重新推送',
    about: '以相同的编号重新推送事件，已收到的接收端可据此忽略。',
    says: ['将重新向“{endpoint}”推送 {event}。', '正在重新向“{endpoint}”推送 {event}。'],
    hints: { id: '列表中的一条推送' },
  },
  'webhooks.test': {
    label: '发送测试事件',
    about: '向 Webhook 发送一个“test”事件，返回结果见推送记录。',
    says: ['将向“{endpoint}”发送测试事件。', '正在向“{endpoint}”发送测试事件。'],
    hints: { endpoint: 'Webhook 名称' },
  },
  'api.keys': {
    label: 'API 密钥',
    about: '列出自有系统用来读取订单、会员和数据的密钥，以及各自最近的使用时间。',
    empty: { apiKeys: '还没有 API 密钥。', scopes: '无', lastUsed: '从未', expires: '永不' },
  },
  'api.make-key': {
    label: '创建 API 密钥',
    about: '创建只读密钥，只显示一次。可用的接口见 docs/api.md。',
    second: '密钥可读取用户的名称、地址或留言时。',
    says: ['将创建 API 密钥“{keyName}”。', '已创建 API 密钥“{keyName}”。'],
    hints: {
      keyName: '密钥名称，例如 bookkeeping',
      scopes: '密钥可读取的内容',
      expires: '密钥从这一天零时起失效；不填则长期有效',
    },
  },
  'api.revoke-key': {
    label: '吊销 API 密钥',
    about: '密钥立即失效。',
    says: ['将吊销 API 密钥“{keyName}”（{beginning}…）。', '已吊销 API 密钥“{keyName}”（{beginning}…）。'],
    hints: { keyName: '密钥名称' },
  },
})
