import type { MessageContent, CustomerTexts } from './message-content.ts'
import type { MessageData, OrderLine } from './message-data.ts'
import { affiliateTextsEn } from './affiliate-mail-texts.en.ts'
import { type Words, plural, decideBy, placeOf } from './format-values.ts'

const orderRow = (order: OrderLine | null): MessageContent['rows'] => (order ? [['Order', order.number]] : [])
const to = (method: string, { method: name }: Words): string =>
  method === 'card' ? 'your card' : method === 'crypto' ? 'your address' : name(method)
const planOf = ({ names, maxDevices }: OrderLine): string => `${names.en}, ${plural(maxDevices, 'device')}`
const orders = '/user/orders'
const receiptOf = (orderId: string): string => `/user/receipt/${orderId}`

function priceRows(order: OrderLine, { amount }: Words): MessageContent['rows'] {
  const { currency, priceMinor, discountMinor, promoCode, totalMinor } = order
  return [
    ['Plan', planOf(order)],
    ...(order.seats > 1 ? ([['Seats', String(order.seats)]] as const) : []),
    ['Price', amount(priceMinor, currency)],
    ...(discountMinor > 0 ? ([[`Code ${promoCode ?? ''}`.trim(), amount(-discountMinor, currency)]] as const) : []),
    ['Paid', amount(totalMinor, currency)],
    ...orderRow(order),
  ]
}

function renewal(
  plan: { names: { en: string }; priceMinor: number; currency: 'CNY' | 'USD' } | null,
  { amount }: Words,
): Pick<MessageContent, 'rows' | 'action'> {
  if (!plan) return { rows: [], action: { label: 'See all plans', page: '/pricing' } }
  return {
    rows: [[plan.names.en, amount(plan.priceMinor, plan.currency)]],
    action: { label: 'Add time', page: '/pricing' },
  }
}

const runsTo = (verb: string, { membershipUntil: until, now }: MessageData, { day }: Words): string =>
  until && until > now ? ` Your membership ${verb} ${day(until)}.` : ''

export const customerTextsEn: CustomerTexts = {
  receipt: ({ at, expiresAt, group }, { order }, words) => {
    if (!order) throw new Error('a receipt without its order')
    const paid = words.sum(order.totalMinor, order.currency)
    const by = `${paid} paid by ${words.method(order.method)} on ${words.day(at)}.`
    const about = { subject: `Receipt: ${paid}, ${order.names.en}`, rows: priceRows(order, words) }
    if (!group)
      return {
        ...about,
        heading: `Payment received: ${order.names.en}`,
        lead: expiresAt ? `${by} Your membership runs to ${words.day(expiresAt)} and won’t renew.` : by,
        action: { label: 'Get the app', page: '/download' },
      }
    const page = `/group-buying?group=${group.id}`
    if (order.seats > 1)
      return {
        ...about,
        heading: `${order.seats} seats are paid. Send the link.`,
        lead: `${by}${expiresAt ? ` Your membership runs to ${words.day(expiresAt)}.` : ''} A seat that stays empty until ${words.deadline(group.endsAt)} becomes time for you.`,
        action: { label: 'Share the link', page },
      }
    return expiresAt
      ? {
          ...about,
          heading: `Payment received: ${order.names.en}`,
          lead: `${by} The group is full, and your membership runs to ${words.day(expiresAt)}.`,
          action: { label: 'Get the app', page: '/download' },
        }
      : {
          ...about,
          heading: 'Your seat is paid.',
          lead: `${by} Memberships start when the group is full. Not full by ${words.deadline(group.endsAt)}? All of it goes back the way you paid.`,
          action: { label: 'Share the link', page },
        }
  },

  refund: (facts, known, words) => {
    const { order } = known
    const { orderId, amountMinor, currency, at, paidMinor, refundedMinor, why, takenDays } = facts
    const sum = words.sum(amountMinor, currency)
    const where = `To ${to(order?.method ?? '', words)} on ${words.shortDay(at)}; ${order?.method === 'crypto' ? 'the transaction is on the receipt' : 'banks may take a few days to show it'}.`
    const inTheEnd = `You paid ${words.sum(paidMinor - refundedMinor, currency)} in the end.`
    const rest = {
      part: takenDays
        ? `${inTheEnd} We removed ${plural(takenDays, 'day')} of the time it bought.${runsTo('now runs to', known, words) || ' Your membership has ended.'}`
        : `${inTheEnd}${runsTo('still runs to', known, words)}`,
      whole: order?.difference
        ? `That is the full amount. Your membership has ${order.difference.devicesBefore} devices again, and keeps all its days.`
        : `That is the full amount. The time it bought was removed.${runsTo('now runs to', known, words) || ' Your membership has ended.'}`,
      twice: `You had paid twice, and this was the second payment. Your membership is untouched.`,
      over: 'You had paid more than the price, and this is the difference. Your membership is untouched.',
      unused: 'Nothing was bought with it, and nothing else changed.',
      group: 'That is all you paid for the group. Nothing else is owed.',
      free: '',
    }[why]
    if (why === 'free')
      return {
        subject: 'Your free order was taken back',
        heading: 'Your free order was taken back.',
        lead: `It cost ${sum}, so no money moves. The time it gave was removed.${runsTo('now runs to', known, words) || ' Your membership has ended.'} Its promo code counts as unused.`,
        rows: orderRow(order),
        action: { label: 'See the order', page: orders },
      }
    return {
      subject: `${sum} went back to you`,
      heading: `${sum} went back to you.`,
      lead: `${where} ${rest}`,
      rows: [
        ['Paid', words.amount(paidMinor, currency)],
        ['Refunded', words.amount(-refundedMinor, currency)],
        ['In the end', words.amount(paidMinor - refundedMinor, currency)],
        ...(takenDays ? ([['Time taken back', plural(takenDays, 'day')]] as const) : []),
        ...orderRow(order),
      ],
      action:
        why === 'part' || why === 'whole'
          ? { label: 'See the receipt', page: receiptOf(orderId) }
          : { label: 'See the order', page: orders },
    }
  },

  'refund-failed': ({ amountMinor, currency, at }, { order, reviewHours }, words) => {
    const sum = words.sum(amountMinor, currency)
    const by = decideBy(at, reviewHours)
    return {
      subject: 'We’re handling your refund by hand',
      heading: 'We’re handling your refund by hand.',
      lead: `${sum} did not reach ${to(order?.method ?? '', words)}. ${by ? `You’ll hear from us by ${words.deadline(by)}.` : 'We’ll look into it and write to you.'} The money stays yours.`,
      rows: orderRow(order),
      action: { label: 'See the order', page: orders },
    }
  },

  review: ({ amountMinor, currency, at, why }, { order, reviewHours }, words) => {
    const by = decideBy(at, reviewHours)
    const person = by ? `We’re checking it by hand and decide by ${words.deadline(by)}.` : 'We’re checking it by hand.'
    const got = words.sum(amountMinor, currency)
    const asked = order ? words.sum(order.totalMinor, order.currency) : ''
    const about = { rows: orderRow(order), action: { label: 'See the order', page: orders } }
    if (why === 'contested')
      return {
        ...about,
        subject: 'Your bank asked for its money back',
        heading: `The bank asked for ${got} back.`,
        lead: 'The time it bought is on hold until this is settled. If you didn’t ask for this, write to us.',
      }
    return {
      ...about,
      subject: 'We’re checking your payment',
      heading: why === 'other' ? `We received ${got} and are checking it.` : `We received ${got} instead of ${asked}.`,
      lead: `${person} You’ll get either your membership or your money back. ${why === 'short' ? 'Would you rather pay the rest, or have your money back? Write to us.' : 'There’s nothing you need to do.'}`,
    }
  },

  'group-joined': ({ groupId, taken, size, endsAt, isPaid }, { person }, words) => {
    const left = size - taken
    const heading = `${person} is in. ${left === 1 ? 'One seat' : plural(left, 'seat')} to go`
    return {
      subject: heading,
      heading: `${heading}.`,
      lead: isPaid
        ? `A seat that stays empty until ${words.deadline(endsAt)} becomes time for you.`
        : `Not full by ${words.deadline(endsAt)}? All the money goes back.`,
      rows: [['Seats', `${taken} of ${size}`]],
      action: { label: 'Share the link', page: `/group-buying?group=${groupId}` },
    }
  },

  'group-full': ({ size, expiresAt, paid, isTaken }, _known, words) => ({
    subject: 'Your group is full',
    heading: 'Your group is full.',
    lead: `${size === 2 ? 'Both' : `All ${size}`} seats are ${isTaken ? 'taken' : 'paid'}.${expiresAt ? ` Your membership runs to ${words.day(expiresAt)}.` : ' The memberships are running.'}`,
    rows: paid ? [['Paid', words.amount(paid.amountMinor, paid.currency)]] : [],
    action: { label: 'Get the app', page: '/download' },
  }),

  'group-expired': ({ amountMinor, currency, at, why }, { order }, words) => {
    const sum = words.sum(amountMinor, currency)
    const method = order?.method ?? ''
    const headings = {
      expired: 'The group wasn’t full in time.',
      closed: 'The group was closed.',
      'no-seat': 'No seat was left for you.',
    }
    return {
      subject: `${sum} is on its way back`,
      heading: headings[why],
      lead: `${method === 'crypto' ? `We are sending your ${sum} back; we sign it by hand` : `We sent your ${sum} back to ${to(method, words)} on ${words.shortDay(at)}; it may take a few days to show`}. Nothing else is owed. You can start a new group or go alone.`,
      rows: [['Goes back', words.amount(amountMinor, currency)], ...orderRow(order)],
      action: { label: 'Start a new group', page: '/group-buying' },
    }
  },

  'group-removed': ({ groupId, isOwn, back, reason, becomes }, _known, words) => {
    const goes = back && `${words.sum(back.amountMinor, back.currency)} goes back the way it came.`
    const rows: MessageContent['rows'] = back ? [['Goes back', words.amount(back.amountMinor, back.currency)]] : []
    if (isOwn)
      return {
        subject: 'Your seat in a group was taken back',
        heading: 'Your seat was taken back.',
        lead: `You are no longer in the group. ${goes ?? 'You paid nothing for it, and nothing is owed.'} The time it gave you was removed. Do you think this is wrong? Write to us.`,
        quote: reason ?? undefined,
        rows,
        action: { label: 'See your groups', page: '/user/group-buying' },
      }
    const then = {
      open: 'It is open again: send the link to someone else.',
      free: 'It is paid for and free: send the link to someone else.',
      creator: 'Its time is yours now.',
      closed: goes ?? 'It stays closed, and nothing changes for you.',
    }
    return {
      subject: 'A seat of your group was taken back',
      heading: 'We took a seat of your group back.',
      lead: then[becomes] + (becomes !== 'closed' && goes ? ` ${goes}` : ''),
      rows,
      action: { label: 'See the group', page: `/group-buying?group=${groupId}` },
    }
  },

  'expiry-7': ({ endsAt }, { plan, now }, words) => {
    const days = words.daysBetween(now, endsAt)
    return {
      subject: `Your membership ends on ${words.shortDay(endsAt)}`,
      heading: days < 1 ? 'It ends today.' : `${plural(days, 'day')} to go.`,
      lead: `It ends on ${words.day(endsAt)}, and nothing is charged. If you pay before, the new time starts on that day.`,
      ...renewal(plan, words),
    }
  },

  'expiry-1': ({ endsAt }, { plan, now }, words) => {
    const when = words.daysBetween(now, endsAt) === 0 ? 'today' : 'tomorrow'
    return {
      subject: `Your membership ends ${when} at ${words.clock(endsAt)}`,
      heading: `${when === 'today' ? 'Today' : 'Tomorrow'} at ${words.clock(endsAt)}.`,
      lead: 'Then the app disconnects. Your account and devices stay, and connect again once you add time.',
      ...renewal(plan, words),
    }
  },

  expired: ({ endsAt }, { plan, now }, words) => ({
    subject: 'Your membership has ended',
    heading: words.daysBetween(now, endsAt) === 0 ? 'It ended today.' : `It ended on ${words.shortDay(endsAt)}.`,
    lead: 'The app no longer connects and nothing was charged. Your account, devices and invites stay. This is the last reminder.',
    rows: renewal(plan, words).rows,
    action: { label: 'See all plans', page: '/pricing' },
  }),

  ...affiliateTextsEn,

  'new-sign-in': ({ at, browser, system, device }, { account }, words) => {
    const what = device ?? placeOf(browser, system, 'en')
    return {
      subject: `New sign-in: ${what}`,
      heading: `New sign-in: ${what}`,
      lead: `Time: ${words.moment(at)}. Was it you? Then do nothing. If not, change your password: that ends every other session.`,
      rows: [['Account', account]],
      action: { label: 'It wasn’t me', page: '/resetpassword' },
    }
  },

  'account-blocked': ({ reason, stopsTime = false }, { account }) => ({
    subject: 'Your account is blocked',
    heading: 'Your account is blocked.',
    lead: `You are signed out everywhere, and nothing connects. What you bought stays, and its time ${stopsTime ? 'is paused meanwhile' : 'keeps running'}. The reason is below. Do you think this is wrong? Write to us.`,
    quote: reason,
    rows: [['Account', account]],
    action: { label: 'Read the terms', page: '/clause/terms-of-service#not-allowed' },
  }),

  'account-unblocked': ({ givenBack = false }, { account }) => ({
    subject: 'Your account is open again',
    heading: 'Your account is open again.',
    lead: `We lifted the block. Sign in as before; you can use the time that is left${givenBack ? ', including what was paused' : ''}.`,
    rows: [['Account', account]],
    action: { label: 'Log in', page: '/login' },
  }),

  'choose-password': (_facts, { account }) => ({
    subject: 'Choose a new password',
    heading: 'Choose a new password.',
    lead: 'You signed in with the password of your earlier account. It was stored in a way that is no longer safe, so it worked this once. You stay signed in here; to sign in anywhere else, choose a new password.',
    rows: [['Account', account]],
    action: { label: 'Choose a password', page: '/resetpassword' },
  }),
  'account-opened': (_facts, { account }) => ({
    subject: 'Your account is ready',
    heading: 'Choose your password.',
    lead: 'We opened an account for you. Enter your address on the page below; a code comes to it, and with the code you choose your password. Did you not ask for an account? Then ignore this mail.',
    rows: [['Account', account]],
    action: { label: 'Choose a password', page: '/resetpassword' },
  }),

  'support-answer': (_facts, { answer, replyTo }) => ({
    subject: 'Support has answered you',
    heading: 'Support has answered you.',
    lead: answer
      ? replyTo === null
        ? 'To reply, open your messages: nobody reads replies to this mail.'
        : 'To answer, reply to this mail or write in your messages. Pictures can be sent only there.'
      : 'The answer is in your messages.',
    quote: answer ?? undefined,
    rows: [],
    action: { label: 'Open messages', page: '/user/help' },
  }),

  'change-asked': ({ kind, dueAt }, { stopPage }, words) => {
    const when = words.deadline(dueAt)
    const what = {
      factor: {
        subject: 'Your second factor is to be removed',
        lead: `Support was asked to remove the authenticator app, passkeys and recovery codes of your account, and to sign you out everywhere. It happens on ${when} at the earliest.`,
      },
      email: {
        subject: 'Your email address is to be replaced',
        lead: `Support was asked to put another email address in place of yours. It happens on ${when} at the earliest.`,
      },
      phone: {
        subject: 'Your phone number is to be replaced',
        lead: `Support was asked to put another phone number in place of yours. It happens on ${when} at the earliest.`,
      },
    }[kind]
    return {
      subject: what.subject,
      heading: 'Was it you?',
      lead: `${what.lead} If it was not you, stop it: one press, no sign-in.`,
      rows: [],
      action: { label: 'Not me: stop it', page: stopPage ?? '/' },
    }
  },

  'account-changed': ({ what, at }, { account }, words) => {
    const heading = {
      'password-changed': 'Your password was changed.',
      'password-reset': 'Your password was reset, and all passkeys were removed.',
      'app-password-made': 'A password for apps was created.',
      'email-changed': 'The email address of your account was set or changed.',
      'phone-changed': 'The phone number of your account was set or changed.',
      'name-changed': 'The name of your account was set or changed.',
      'authenticator-added': 'An authenticator app was set up.',
      'authenticator-removed': 'The authenticator app was removed.',
      'recovery-codes-made': 'New recovery codes were created. The old ones stopped working.',
      'passkey-added': 'A passkey was added.',
      'passkey-removed': 'A passkey was removed.',
      'factors-removed': 'The authenticator app, passkeys and recovery codes were removed.',
      'deletion-requested': 'The deletion of your account was requested.',
    }[what]
    return {
      subject: heading,
      heading,
      lead: `It happened on ${words.moment(at)}.${what === 'deletion-requested' ? ' Signing in has cancelled it.' : ''} Was it you? Then do nothing. If not, change your password now: that ends every other session. Then remove from your account what is not yours, and write to support.`,
      rows: [['Account', account]],
      action: { label: 'Check my account', page: '/user/security' },
    }
  },

  mailing: (_facts, { mailing }) => {
    if (!mailing) throw new Error('news without its words')
    const { subject, heading, text, button, page } = mailing
    return { subject, heading, lead: text, rows: [], action: { label: button, page } }
  },

  'legal-changed': (_facts, { legal }, words) => {
    if (!legal) throw new Error('a new version without its text')
    const title = legal.titles.en
    return {
      subject: `A new version: ${title}`,
      heading: `${title}: a new version.`,
      lead: legal.from
        ? `It holds from ${words.day(legal.from)}. Until then the version of today does. Read it before, please.`
        : 'It holds from today. Please read it.',
      rows: [],
      action: { label: 'Read it', page: `/clause/${legal.slug}` },
    }
  },
}
