import { holdSentences } from '#shared/risk-rules.ts'
import { type AffiliateTexts, reserveRows } from './message-content.ts'
import { plural } from './format-values.ts'

export const affiliateTextsEn: AffiliateTexts = {
  'aff-approved': (_facts, { affiliate }, words) => {
    if (!affiliate) throw new Error('an approval without an affiliate')
    const { firstBps, renewalBps, holdDays, reserve, minPayoutMinor, hasAddress, link } = affiliate
    const kept =
      reserve && `${words.percent(reserve.bps)} of each, payable ${plural(reserve.days, 'day')} after the hold ends`
    return {
      subject: 'You’re in: your link is ready',
      heading: 'Your link is ready.',
      lead: `${words.percent(firstBps)} of a first order, ${words.percent(renewalBps)} of renewals. Once ${words.round(minPayoutMinor, 'USD')} or more is past its ${plural(holdDays, 'day')} on hold, it is paid with the month.${hasAddress ? '' : ' First add a payout address.'}`,
      rows: [['Your link', link.replace(/^https?:\/\//, '')], ...(kept ? [['Reserve', kept] as const] : [])],
      action: { label: 'Open the dashboard', page: '/user/kol' },
    }
  },

  'aff-first': ({ amountMinor, currency, rateBps, base, heldUntil }, { order, campaign }, words) => {
    const sum = words.sum(amountMinor, currency)
    return {
      subject: `Your first commission: ${sum}`,
      heading: `Your first ${sum}.`,
      lead: `Someone bought ${order?.names.en ?? 'a plan'}${campaign ? ` through “${campaign}”` : ' through your link'}. It is on hold until ${words.shortDay(heldUntil)}, in case of a refund. Later ones are in your dashboard.`,
      rows: [[`${words.percent(rateBps)} of`, words.amount(base.amountMinor, base.currency)]],
      action: { label: 'See where it came from', page: '/user/kol' },
    }
  },

  'aff-void': ({ amountMinor, currency, reason, paidMinor, commissions = 1 }, { order }, words) => {
    const sum = words.sum(amountMinor, currency)
    return {
      subject:
        commissions > 1
          ? `${commissions} commissions were taken back: ${sum}`
          : `A commission of ${sum} was taken back`,
      heading: `${sum} was taken back.`,
      lead: `We took back what you earned with ${commissions > 1 ? `${commissions} purchases` : (order?.names.en ?? 'a purchase')}.${paidMinor > 0 ? ` Of it, ${words.sum(paidMinor, currency)} was paid to you: your next payouts clear that first.` : ''} You think that is wrong? Write to us.`,
      quote: reason,
      rows: [],
      action: { label: 'Open the dashboard', page: '/user/kol' },
    }
  },

  'aff-prepared': (facts, { now, affiliate }, words) => {
    const { amountMinor, currency, period, restsUntil } = facts
    const sum = words.sum(amountMinor, currency)
    const rests = restsUntil !== null && new Date(restsUntil) > now
    return {
      subject: `Your payout for ${period}: ${sum}`,
      heading: `${sum} for ${period}.`,
      lead: affiliate?.hasAddress
        ? 'Your statement is drawn up. Another of us checks it, then it is sent to your USDT address. You hear from us when it leaves, with the transaction.'
        : 'Your statement is drawn up. It waits for one thing: tell us the USDT address to send it to.',
      rows: [
        ...reserveRows(facts, ['Kept in reserve', 'Paid out of the reserve'], words),
        ...(affiliate?.hasAddress && rests ? [['Payout', `not before ${words.deadline(restsUntil)}`] as const] : []),
      ],
      action: affiliate?.hasAddress
        ? { label: 'Open the statement', page: '/user/kol' }
        : { label: 'Add your address', page: '/user/kol' },
    }
  },

  'aff-held': ({ why, reason }) => ({
    subject: 'A commission is being checked',
    heading: 'A commission waits.',
    lead:
      why === 'other'
        ? 'Someone of us looks at it before it is paid, and wrote to you why. Everything else goes on as usual.'
        : holdSentences[why].en,
    ...(reason !== null && { quote: reason }),
    rows: [],
    action: { label: 'See which one', page: '/user/kol' },
  }),

  'aff-payout': ({ amountMinor, currency, period, chain, addressEnd, transactionHash }, _known, words) => {
    const sum = words.sum(amountMinor, currency)
    return {
      subject: `${sum} sent to you`,
      heading: `${sum} sent.`,
      lead: `To your USDT address ending ${addressEnd} on ${words.chain(chain)}. The statement of ${period} lists each commission in it.`,
      rows: [['Transaction', transactionHash]],
      action: { label: 'Open the statement', page: '/user/kol' },
    }
  },

  'aff-name-removed': ({ link, reason }) => ({
    subject: link === null ? 'Your greeting carries no name now' : 'We removed the name of a link',
    heading: 'We removed a name.',
    lead:
      link === null
        ? 'Who comes by your links no longer reads the name that you had chosen. Links and commissions stay as they are, and you can choose another name.'
        : `Your link “${link}” is called by the end of its address now. It works and earns as before, and you can give it another name.`,
    quote: reason,
    rows: [],
    action: { label: 'Open the dashboard', page: '/user/kol' },
  }),

  'aff-suspended': ({ reason }) => ({
    subject: 'Your affiliate account is suspended',
    heading: 'Your affiliate account is suspended.',
    lead: 'New orders earn nothing for now, and nothing is paid out. What you have earned stays on record. You think that is wrong? Write to us.',
    quote: reason,
    rows: [],
    action: { label: 'Open the dashboard', page: '/user/kol' },
  }),

  'aff-resumed': () => ({
    subject: 'Your affiliate account runs again',
    heading: 'Your affiliate account runs again.',
    lead: 'From now on new orders earn again, and payouts go on. Orders from the time in between earn nothing.',
    rows: [],
    action: { label: 'Open the dashboard', page: '/user/kol' },
  }),

  'aff-cancelled': ({ amountMinor, currency, period }, _known, words) => {
    const sum = words.sum(amountMinor, currency)
    return {
      subject: `Your payout for ${period} is not sent: ${sum}`,
      heading: `${sum} for ${period} is not sent.`,
      lead: 'We gave this statement up before anything was sent. Nothing of it is lost: its commissions wait for the next one.',
      rows: [],
      action: { label: 'Open the dashboard', page: '/user/kol' },
    }
  },

  'payout-changed': ({ at, before, after, chain, restsUntil }, { now }, words) => ({
    subject: before ? 'Your payout address was changed' : 'Your payout address is set',
    heading: before ? 'Your payout address changed.' : 'Your payout address is set.',
    lead: `${before ? `From …${before} to …${after}` : `…${after}`} on ${words.chain(chain)}, on ${words.moment(at)}.${new Date(restsUntil) > now ? ' Payouts rest for 72 hours.' : ''} Not you? Change your password, put your own address back, and write to us.`,
    rows: new Date(restsUntil) > now ? [['Next payout', `not before ${words.deadline(restsUntil)}`]] : [],
    action: { label: 'Look at the address', page: '/user/kol' },
  }),
}
