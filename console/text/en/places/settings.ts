import { settingFields } from '#text/en/setting-fields.ts'

const settings = {
  names: settingFields as Readonly<Record<keyof typeof settingFields, string>>,
  groups: {
    brand: { title: 'Brand and contact', note: 'Shown on every page, in mails and on receipts' },
    sale: { title: 'Trial, refunds and support', note: 'Texts of the site follow by themselves' },
    seller: { title: 'Seller and tax', note: 'Printed on receipts from now on' },
    trust: { title: 'Trust', note: 'Facts that visitors can verify before they buy' },
    reach: { title: 'Campaigns, chat and mirrors', note: 'Foreign hosts need a second operator' },
  },
  hints: {
    'links.status': 'Leave it empty to use the status page of this site.',
    releaseDate: 'Shown on the download page, such as 2025.04.20.',
    trialMinutes: 'Running trials keep their length.',
    trialArmedDays: 'A trial requested on the web starts at the first sign-in of an app within this time.',
    refundDays: 'Customers can ask for their money back without a reason within this time.',
    reviewHours: 'Shown to customers whose payment is checked by hand. Empty: no promise.',
    supportInbox: 'Off: the help page shows only the links above.',
    seller: 'Without a seller, receipts name the brand only.',
    'seller.tax': 'Included in the price, and shown on receipts.',
    'seller.tax.rateBps': 'In percent, such as 6 or 19.5.',
    'seller.demo': 'Marks the seller as a sample. Untick it for a real shop.',
    'proof.demo': 'Marks these facts as samples. Untick it for a real shop.',
    'proof.audit.month': 'Such as 2026-05.',
    'proof.status.feed': 'Address of a JSON file with the uptime. Empty: no figure is shown.',
    'affiliateContact.demo': 'Marks the contact as a sample. Untick it for a real shop.',
    'campaign.parameters': 'One per line, such as gclid.',
    'campaign.cookieDomain': '“parent”, or a domain such as .example.com. Empty: this host only.',
    'campaign.marketingOrigin': 'Site that passes visitors on, such as https://www.example.com.',
    'chat.hosts': 'One per line. Pages may connect to these hosts only.',
    adsCrawlers: 'One per line. Search engines are not meant here.',
    'mirrors.origins': 'One per line, such as https://mirror.example.',
    'mirrors.hosts': 'One per line, such as https://api.example.',
    'mirrors.manifestUrls': 'One per line.',
    'mirrors.manifestKey': 'PEM text. Apps accept only lists signed with its private half.',
  },
  use: 'Use this',
  change: 'Change',
  leave: 'Close',
  ownerOnly: 'Only owners can change settings.',
}
export default settings
export type SettingsText = typeof settings
