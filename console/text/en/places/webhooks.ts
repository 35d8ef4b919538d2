const webhooks = {
  add: 'Add a webhook',
  test: 'Test',
  edit: 'Change',
  rotate: 'New secret',
  off: 'Switch off',
  on: 'Switch on',
  remove: 'Remove',
  show: 'Show',
  again: 'Send again',
  any: 'All',
  makeKey: 'Make a key',
  revoke: 'Revoke',
}
export type WebhooksText = typeof webhooks
export default webhooks
