const passkeys = {
  title: 'Passkeys',
  about:
    'A passkey opens the console in the place of secret and code, and counts as a second factor for money. If all of yours are lost, secret and code still work; if these are lost too, another owner gives you new ones under System.',
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
