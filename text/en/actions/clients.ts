import type { ActionTexts } from '#text/action-text.ts'

export const clients = {
  'clients.list': {
    label: 'App releases',
    about: 'Lists all app releases ever offered with their download addresses, newest first.',
    empty: { items: 'No apps have been offered yet.' },
  },
  'clients.publish': {
    label: 'Offer a release',
    about: 'Offers an app release in place of the current one of its platform. Other platforms are not changed.',
    says: ['Would offer {after} for {platform}.', '{after} will be offered for {platform} within seconds.'],
    hints: {
      platform: 'Platform',
      version: 'Version, such as 1.4.0',
      address: 'Download address, or page in an app store',
      mirror: 'Another address of the same file',
      sha256: 'SHA-256 of the file; required for all platforms except iOS',
      bytes: 'Size of the file',
      date: 'Release date; empty: today',
      requiresEn: 'Device requirements in English; empty: unchanged',
      requiresZh: 'Device requirements in Chinese; empty: unchanged',
    },
  },
  'clients.withdraw': {
    label: 'Withdraw an app',
    about: 'Takes the app of a platform off the site. It can be offered again.',
    says: [
      'Would take {version} for {platform} off the site.',
      '{version} for {platform} will be off the site within seconds.',
    ],
    hints: { platform: 'Platform' },
  },
  'clients.restore': {
    label: 'Offer it again',
    about: 'Offers an earlier release again, in place of the current one of its platform.',
    says: ['Would offer {after} for {platform} again.', '{after} will be offered for {platform} again within seconds.'],
    hints: { release: 'The release' },
  },
} as const satisfies Partial<ActionTexts>
