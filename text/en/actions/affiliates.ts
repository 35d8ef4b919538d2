import type { ActionTexts } from '#text/action-text.ts'

export const affiliates = {
  'affiliates.applications': {
    label: 'Applications',
    about: 'Lists open applications to the affiliate programme, oldest first.',
    empty: { items: 'No open applications.' },
  },
  'affiliates.approve': {
    label: 'Approve an application',
    about: 'Accepts an applicant into the affiliate programme.',
    says: ['Would approve the application of {uid}.', '{uid} is an affiliate now.'],
  },
  'affiliates.reject': {
    label: 'Decline an application',
    about: 'Declines an application. The applicant sees the reason.',
    says: ['Would decline the application of {uid}.', 'The application of {uid} is declined.'],
    hints: { reason: 'The applicant reads this' },
  },
  'affiliates.list': {
    label: 'Affiliates',
    about: 'Lists affiliates, newest first.',
    empty: { items: 'No affiliates yet.' },
  },
  'affiliates.show': {
    label: 'Names and links',
    about:
      'Shows an affiliate: state, tier, the name that greets visitors, and the links with their names, oldest first.',
  },
  'affiliates.clear-name': {
    label: 'Remove a name',
    about:
      'Removes the name with which an affiliate greets visitors, or the name of a link. The affiliate sees the reason. A link without a name is called by the end of its address and keeps working.',
    says: ['Would remove the name “{before}” of {uid}.', 'Removed the name “{before}” of {uid}; they are told.'],
    hints: {
      link: 'End of the link’s address, after the invite code; empty: the name that greets visitors',
      reason: 'The affiliate reads this',
    },
  },
  'affiliates.suspend': {
    label: 'Suspend an affiliate',
    about: 'Suspends an affiliate: they earn nothing, and nothing is paid to them. They see the reason.',
    says: [
      'Would suspend {uid}. Amount on hold: {rests}.',
      '{uid} is suspended: new orders earn nothing, and payouts wait. Amount on hold: {rests}.',
    ],
    hints: { reason: 'The affiliate reads this' },
  },
  'affiliates.resume': {
    label: 'Resume an affiliate',
    about: 'Lifts the suspension of an affiliate.',
    says: ['Would resume {uid}.', '{uid} is resumed.'],
  },
  'affiliates.set-tier': {
    label: 'Set the tier',
    about: 'Sets the tier of an affiliate for future orders. “auto” applies the terms.',
    says: ['Would set the tier of {uid} from {before} to {after}.', 'The tier of {uid} is {after} now.'],
    hints: { tier: 'A tier of the terms, or “auto”' },
  },
  'commissions.list': {
    label: 'Commissions',
    about:
      'Lists the commissions of an affiliate and their reversals, newest first. Held: its hold is not over. Under review: kept out of settlements. Payable: waits for the next settlement, sorted by the end of the hold, latest first; a reversal has the hold of its commission. Settling: in a settlement that is not paid yet. Reserve: the part that is paid later, minus refunds.',
    hints: { state: 'Only commissions in this state' },
    empty: { items: 'No commissions found.' },
  },
  'commissions.hold': {
    label: 'Hold a commission',
    about: 'Keeps the commission of an order out of settlements. The affiliate sees the reason.',
    says: ['Would hold the commission of order {number}.', 'The commission of order {number} is under review.'],
    hints: { reason: 'The affiliate reads this' },
  },
  'commissions.release': {
    label: 'Release a commission',
    about: 'Releases a commission that is under review.',
    says: ['Would release the commission of order {number}.', 'The commission of order {number} is released.'],
  },
  'commissions.void': {
    label: 'Take a commission back',
    about:
      'Takes back the commission of an order for good. The affiliate sees the reason. Amounts already paid out become a debt that the next settlements deduct.',
    says: [
      'Would take back {amount} for order {number} from {uid}, of which {paid} is paid out. Their next settlement would be {next}.',
      'Took back {amount} for order {number} from {uid}, of which {paid} is paid out. Their next settlement is {next} now.',
    ],
    hints: { reason: 'The affiliate reads this' },
  },
  'referrals.held': {
    label: 'Referrals on hold',
    about: 'Lists referrals that someone must check before they earn anything.',
    empty: { items: 'No referrals are waiting.' },
  },
  'referrals.release': {
    label: 'Count a referral',
    about: 'Counts a referral. Rewards for its past purchases are granted now.',
    says: ['The referral of {uid} is {before} and would be counted.', 'The referral of {uid} is counted.'],
  },
  'referrals.refuse': {
    label: 'Refuse a referral',
    about: 'Refuses a referral. It earns nothing.',
    says: ['The referral of {uid} is {before} and would be refused.', 'The referral of {uid} is refused.'],
  },
  'referrals.reopen': {
    label: 'Take a refusal back',
    about: 'Puts a refused referral back among those that wait for a decision. It earns nothing until it is counted.',
    says: [
      'The referral of {uid} is {before} and would wait for a decision again.',
      'The referral of {uid} waits for a decision again.',
    ],
  },
  'referrals.correct': {
    label: 'Correct the inviter',
    about:
      'Changes who invited a customer, to another person or to nobody. Rewards already earned are taken back for good, and amounts paid out become a debt. The new inviter earns on purchases from now on.',
    second: 'If more money is taken back for an order than the limit of one operator.',
    hints: {
      inviter: 'The inviter, named like a user; empty: nobody',
      reason: 'People who earned by the referral read this',
    },
  },
} as const satisfies Partial<ActionTexts>
