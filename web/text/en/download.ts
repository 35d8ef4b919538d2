const download = {
  title: (brand: string) => `Download ${brand} for iPhone, Android, Mac and Windows`,
  description: (brand: string) => `The current ${brand} apps with version, date and SHA-256 checksum.`,
  headline: 'One switch. That’s the app.',
  lead: 'Sign in once, tap, and you’re on. The same on every device.',
  ios: 'iPhone and iPad',
  android: 'Android',
  mac: 'Mac',
  windows: 'Windows',
  yours: 'Your device',
  sample: 'Sample data',
  store: 'Open in the App Store',
  get: 'Download',
  mirror: 'From the mirror',
  version: (version: string) => `Version ${version}`,
  checksum: 'SHA-256',
  help: 'The store in your country does not have it?',
  scan: 'Scan with your phone',
  scanText: 'This page opens there, with the right app on top.',
  empty: 'The apps are on their way. Once the operator publishes them, they appear here.',
  androidTitle: 'Android won’t install it?',
  androidText:
    'Some phones block apps from outside their own store. Turn on airplane mode and open the file again, or leave the phone’s clean-up mode first.',
  androidLink: 'All the steps',
  verify: 'Check what you downloaded',
  verifyText: 'Compare the SHA-256 of the file with the one above. If a single character differs, delete it.',
}
export default download
export type DownloadText = typeof download
