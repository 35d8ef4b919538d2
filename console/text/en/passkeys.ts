const passkeys = {
  title: 'Passkeys',
  about:
    'A passkey replaces password and code at sign-in, and confirms actions with money. If you lose all passkeys, your password and code still work. If you lose those too, another owner can reset them under System.',
  none: 'You have no passkey yet.',
  name: 'Name',
  defaultName: 'My passkey',
  created: 'Added',
  used: 'Last used',
  add: 'Add a passkey',
  remove: 'Remove',
}
export default passkeys
export type PasskeysText = typeof passkeys
