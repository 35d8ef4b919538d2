const appleHelp = {
  title: 'Install on iPhone and iPad',
  description: (brand: string) => `How to get ${brand} from the App Store when your country’s store does not have it.`,
  headline: 'Getting it onto your iPhone or iPad.',
  lead: 'Apple shows each country its own store. If yours doesn’t have the app, use an Apple account of a country that does.',
  before: 'Before you begin',
  beforeText:
    'A new Apple account is the simplest way: nothing of yours changes. To move your present account instead, Apple asks you to spend its balance and end its subscriptions first.',
  steps: [
    [
      'Make an Apple account',
      'On account.apple.com, choose a country or region in which the app is offered, and an email address that has no Apple account yet.',
    ],
    [
      'Open the App Store',
      'Tap your picture at the top right, go all the way down and sign out. This signs out of the store alone; iCloud, photos and messages stay as they are.',
    ],
    [
      'Sign in with the new account',
      'When Apple says that it has not been used yet, tap Review, agree, and choose None as the way to pay.',
    ],
    [
      'Get the app',
      'Open our page in the store and tap Get. Then sign in to the store with your usual account again; the app stays and is updated.',
    ],
    [
      'Allow the connection',
      'Open the app, sign in and tap once. iOS asks whether it may add a VPN configuration: allow it, and enter the code of your device.',
    ],
  ],
  open: 'Open the App Store page',
  none: 'The page in the store will be linked here when the app is published.',
  stuck: 'Stuck somewhere?',
  stuckText: 'Write to us and say at which number. We’ll walk you through it.',
  support: 'Contact support',
  sample: 'Sample data',
}
export default appleHelp
export type AppleHelpText = Omit<typeof appleHelp, 'steps'> & { steps: string[][] }
