import reasons from './referral-reasons.ts'
import share from './share.ts'

const invites = {
  reasons,
  share,
  failed: 'We couldn’t load your invites.',
  retry: 'Try again',
  rule: (rate: string, trial: string) =>
    `When a friend signs up with your link and buys for the first time, ${rate} of the time they bought is added to your membership. They get ${trial} to try everything first.`,
  window: (days: number) =>
    `A visit through your link counts for ${days} days. The last link a friend followed before signing up is the one that counts.`,
  refund: 'If a friend is refunded, the bonus time is taken back exactly.',
  active: (date: string) =>
    `Your membership runs to ${date}. Bonus time is added only if it is running on the day your friend buys.`,
  inactiveTitle: 'Your membership isn’t running',
  inactive:
    'Bonus time extends a running membership. A friend who buys now brings you none, and it isn’t added later either.',
  choose: 'Choose a plan',
  code: 'Invite code',
  copyCode: 'Copy invite code',
  copyLink: 'Copy invite link',
  card: {
    title: (brand: string) => `${brand}: a clear road`,
    text: (trial: string) => `Try it free for ${trial} with my link:`,
    headline: 'Come along. I know a clear road.',
    line: (trial: string) => `${trial} to try everything, free.`,
    code: (code: string) => `Invite code ${code}`,
    scan: 'Scan to sign up',
    file: 'invite',
  },
  totals: 'So far',
  invited: 'Friends signed up',
  bought: 'Bought a plan',
  bonus: 'Time added',
  records: 'Invited friends',
  date: 'Date',
  invitee: 'Friend',
  product: 'Product',
  bonusTime: 'Bonus time',
  status: 'Status',
  none: '–',
  gone: 'deleted account',
  older: 'Show older',
  empty: 'No one on board yet',
  emptyText: 'A friend who signs up with your link is listed here, with the time they bring you.',
  states: {
    registered: 'Signed up',
    rewarded: 'Time added',
    reversed: 'Refunded, time taken back',
    no_membership: 'No bonus: your membership wasn’t running',
    commission: 'Paid as a commission',
    held: 'Being checked',
    refused: 'Doesn’t count',
  },
  affiliate: 'Have an audience? The affiliate programme pays in money.',
  affiliateLink: 'How it works',
  earning: 'You are an affiliate: purchases through your affiliate links earn money.',
  earningLink: 'Your affiliate dashboard',
}
export type InvitesTexts = typeof invites
export default invites
