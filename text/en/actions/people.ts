import type { ActionTexts } from '#text/action-text.ts'

export const people = {
  'people.show': {
    label: 'Show a person',
    about:
      'Shows a person on one page: names and addresses, sign-ins, devices, time and where it comes from, total paid and refunded, orders, open reviews, groups, invitations, benefits, commissions, tunnels, messages, notes and operators’ actions. Shows the twenty newest of each. Viewers see addresses masked.',
    empty: { toldReason: 'nothing', erase: 'no', confirmed: 'no', ended: 'no', paid: 'never' },
  },
  'people.list': {
    label: 'People',
    about:
      'Lists accounts, newest first or by the end of their membership. Viewers see addresses masked. Erased accounts are left out. The plan is the last one that was paid for and not refunded.',
    hints: {
      membership: 'Whether they are members now, used to be, or never were',
      endsWithin: 'Membership ends within this number of days',
      plan: 'Bought this plan and kept it',
      paid: 'Whether they have a paid order that was not refunded',
      blocked: 'Whether the account is blocked',
      spokenIn: 'Language that they use in their account',
      sort: 'Newest accounts first, or the membership that ends first',
      after: 'UID of the last person of the previous page',
    },
    empty: { items: 'No people found.', plan: 'none' },
  },
  'people.find': {
    label: 'Find a person',
    about:
      'Finds accounts by user id, account name, email, phone or invite code. Without an exact match, finds names that begin with the text; for support and above also emails and phone numbers.',
    hints: { query: 'Anything known about the person' },
  },
  'people.give-time': {
    label: 'Give time',
    about: 'Adds membership time to an account. The user sees the reason in their time history.',
    says: [
      'Would move the expiry of user {uid} from {before} to {after}.',
      'Moved the expiry of user {uid} from {before} to {after}.',
    ],
    hints: {
      days: 'Fill in either days, hours or minutes',
      hours: 'Fill in either days, hours or minutes',
      minutes: 'Fill in either days, hours or minutes',
      reason: 'The user sees this in their time history',
    },
    empty: { before: 'never' },
  },
  'people.block': {
    label: 'Block the account',
    about:
      'Blocks an account at once: all sign-ins end, no new ones are possible, and all tunnels close. The user is told why. Purchases are kept. Membership time keeps running unless you pause it; paused time is given back when the account is unblocked.',
    says: [
      'Would block user {uid} (told reason: {toldReason}) and end {signIns} sign-ins and all tunnels. Time paused: {timeStops}; open orders: {openOrders}; affiliate who keeps earning until suspended: {earnsOn}.',
      'Blocked user {uid} (told reason: {toldReason}) and ended {signIns} sign-ins and all tunnels. Time paused: {timeStops}; open orders: {openOrders}; affiliate who keeps earning until suspended: {earnsOn}.',
    ],
    hints: {
      toldReason: 'The user reads this by email and when they try to sign in',
      sayNothing: 'Confirms that the law forbids telling the user why. No email is sent.',
      stopTime: 'Pauses the membership time while the account is blocked',
      reason: 'For the audit log. The user does not see it.',
    },
    empty: { toldReason: 'nothing' },
  },
  'people.unblock': {
    label: 'Unblock the account',
    about:
      'Unblocks an account: the user can sign in again, and tunnels open for the remaining time, including time that was paused. The user is notified by email.',
    says: [
      'Would unblock user {uid}, blocked since {since}, and notify them. Time given back: {timeBack}; member until: {memberUntil}.',
      'Unblocked user {uid}, blocked since {since}, and notified them. Time given back: {timeBack}; member until: {memberUntil}.',
    ],
    hints: { reason: 'For the audit log. The user does not see it.' },
  },
  'people.create': {
    label: 'Create an account',
    about:
      'Opens an account without a password for a person who asked for it. The person chooses a password on the page that the result links to, with a code sent to their address; nobody else sees the password. With an email address they are told by mail, otherwise give them the link.',
    says: [
      'Would open an account for {address}. Told by mail: {mailed}. Page for the password: {passwordPage}',
      'Opened account {uid} for {address}. Told by mail: {mailed}. Page for the password: {passwordPage}',
    ],
    hints: {
      kind: 'Email or phone',
      address: 'The address of the person; a phone number with its country code',
      spokenIn: 'Language of their messages and pages',
      reason: 'For the audit log. The user does not see it.',
    },
  },
  'people.end-sessions': {
    label: 'End sign-ins',
    about: 'Ends all sign-ins of a person, or a single one. Time, devices and tunnels are kept.',
    says: [
      'Would end {signIns} sign-ins of user {uid} on {platforms}.',
      'Ended {signIns} sign-ins of user {uid} on {platforms}.',
    ],
    hints: { session: 'Ends only this sign-in', reason: 'For the audit log. The user does not see it.' },
  },
  'people.unbind-device': {
    label: 'Remove a device',
    about: 'Signs a device out of an account and disables its link, so that another device can be added.',
    says: [
      'Would remove {name} of user {uid}. Devices: {before} → {after}, limit {limit}.',
      'Removed {name} of user {uid}. Devices: {before} → {after}, limit {limit}.',
    ],
    hints: { device: 'The device to remove', reason: 'For the audit log. The user does not see it.' },
  },
  'people.reverse-grant': {
    label: 'Take time back',
    about: 'Takes back time that was a gift or came from a redeem code. Purchased time is taken back by a refund.',
    says: [
      'Would move the expiry of user {uid} from {before} to {after}. Benefits that end: {benefits}.',
      'Moved the expiry of user {uid} from {before} to {after}. Benefits that ended: {benefits}.',
    ],
    hints: { grant: 'The entry of time to take back', reason: 'The user sees this in their time history' },
    empty: { before: 'never' },
  },
  'people.ask-reverse-grant': {
    label: 'Ask to take time back',
    about: 'Asks to take time back. Finance or an owner approves or rejects the request, which includes the preview.',
  },
  'people.reset-second-factor': {
    label: 'Reset the second factor',
    about:
      'Removes the authenticator app, passkeys and recovery codes of a person who lost them, and ends all their sign-ins. Takes effect after 24 hours, or after 7 days if no address of theirs can be notified. Until then the user can stop it by a link in the message or by using the old factor.',
    second:
      'If no address of the user can be notified, or if this and similar acts affect more users in a day than the limit, by default 10.',
    says: [
      'Would remove the second factor of user {uid} on {due}, remove {passkeys} passkeys and end {signIns} sign-ins. Addresses notified: {notified}.',
      'The second factor of user {uid} will be removed on {due}, together with {passkeys} passkeys, and {signIns} sign-ins will end, unless the user stops it. Addresses notified: {notified}.',
    ],
    hints: { reason: 'For the audit log. The user does not see it.' },
  },
  'people.change-address': {
    label: 'Change an address',
    about:
      'Replaces the email address or phone number of a person who lost access to it. The old address is notified and can stop the change for 24 hours; the new one must be confirmed by a code within 10 days.',
    second:
      'If no address of the user can be notified, or if this and similar acts affect more users in a day than the limit, by default 10.',
    says: [
      'Would change the {kind} of user {uid} from {before} to {after} on {due}, once the new one is confirmed. Addresses notified: {notified}.',
      'The {kind} of user {uid} will change from {before} to {after} on {due}, once the new one is confirmed. Addresses notified: {notified}.',
    ],
    hints: {
      kind: 'Email or phone',
      address: 'The new address; a phone number with its country code',
      reason: 'For the audit log. The user does not see it.',
    },
  },
  'people.stop-change': {
    label: 'Stop a change',
    about: 'Stops a pending change of a second factor or an address.',
    says: ['Would stop the change ({kind}) of user {uid}.', 'Stopped the change ({kind}) of user {uid}.'],
    hints: { change: 'The change to stop', reason: 'For the audit log. The user does not see it.' },
  },
  'people.export-data': {
    label: 'Export personal data',
    about:
      'Writes everything stored about a person into a file for them, the same file that they can download in their account. It is handed out once and not kept.',
    says: ['Would write {rows} rows about user {uid} into {file}.', 'Wrote {rows} rows about user {uid} into {file}.'],
    hints: { reason: 'For the audit log. The user does not see it.' },
  },
  'people.erase': {
    label: 'Erase the account',
    about:
      'Erases an account at the request of its owner, as they could do themselves: all sign-ins end, and signing in within 7 days keeps the account. An open payout must be paid or cancelled first. Records of money are kept under a pseudonym, as the law requires.',
    second: 'Always.',
    says: [
      'Would erase user {uid} on {erase}. Lost: time until {memberUntil} and {earned} of commissions. Records of paid orders kept: {paidOrders}.',
      'User {uid} will be erased on {erase} unless they sign in before. Lost: time until {memberUntil} and {earned} of commissions. Records of paid orders kept: {paidOrders}.',
    ],
    hints: { reason: 'For the audit log. The user does not see it.' },
  },
  'people.note': {
    label: 'Write a note',
    about:
      'Writes a note about a person or an order. Only operators see it. A note can be struck through but not edited, and is deleted with the account.',
    says: ['Would write a note about {about}.', 'Wrote a note about {about}.'],
    hints: { order: 'Instead of a user: number or id of exactly one order', text: 'Text of the note' },
  },
  'people.strike-note': {
    label: 'Strike a note',
    about: 'Strikes a note through. It stays readable and shows who struck it.',
    says: ['Would strike the note about {about}.', 'Struck the note about {about}.'],
    hints: { note: 'The note to strike' },
  },
} as const satisfies Partial<ActionTexts>
