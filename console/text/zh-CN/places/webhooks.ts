import type { WebhooksText } from '#console/text/en/places/webhooks.ts'

const webhooks: WebhooksText = {
  add: '添加 Webhook',
  test: '测试',
  edit: '修改',
  rotate: '更换密钥',
  off: '停用',
  on: '启用',
  remove: '移除',
  show: '查看',
  again: '重新推送',
  any: '全部',
  makeKey: '创建密钥',
  revoke: '吊销',
}
export default webhooks
