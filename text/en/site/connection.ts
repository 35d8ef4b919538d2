const connection = {
  title: 'Are you connected?',
  lead: 'Check if this page reached you through one of our servers.',
  check: 'Check my connection',
  again: 'Check again',
  checking: 'Checking',
  ours: 'You’re connected through us',
  oursAt: (place: string) => `You’re connected through ${place}`,
  oursText: (address: string) => `Websites see ${address}, the address of our server, instead of yours.`,
  other: 'You’re not connected through us',
  otherText: (address: string) =>
    `You opened this page from ${address}, which isn’t one of our servers. Switch the VPN on in your app, then check again.`,
  otherHint: 'Is it on already? Your app may open this site without the VPN. Set it to Global mode, then check again.',
  local: 'We can’t check from here',
  localText: (address: string) =>
    `You opened this page from ${address}, an address in a private network. Open it at its public address to check.`,
  unknown: 'We can’t check right now',
  unknownText: 'We’re still looking up the addresses of our servers. Check again in a minute.',
  failed: 'The check didn’t work. Try again in a minute.',
  stored: 'Only you see this address. The check stores nothing.',
}
export default connection
export type ConnectionTexts = typeof connection
