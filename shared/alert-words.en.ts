import type { AlertFacts, AlertKind } from './alerts.ts'

export type AlertWords = Readonly<
  Record<AlertKind, { readonly title: string; readonly line: (facts: AlertFacts) => string }>
>

const moment = (iso: string | null): string => (iso === null ? '' : `${iso.slice(0, 16).replace('T', ' ')} UTC`)
const since = (iso: string | null): string => (iso === null ? '' : ` since ${moment(iso)}`)
const count = (number: number | null): string => (number ?? 0).toLocaleString('en')

export const alertWordsEn: AlertWords = {
  'review-opened': {
    title: 'Review opened',
    line: ({ detail, since: at }) => `A money review (${detail ?? 'no reason'}) was opened on ${moment(at)}.`,
  },
  'review-overdue': {
    title: 'Review overdue',
    line: ({ detail, level, total, since: at }) =>
      level > 1
        ? `A money review (${detail ?? 'no reason'}) has been open longer than the target of ${count(total)} h, since ${moment(at)}.`
        : `A money review (${detail ?? 'no reason'}) has used half of its target of ${count(total)} h, open since ${moment(at)}.`,
  },
  'approval-waits': {
    title: 'Approval needed',
    line: ({ detail, since: at }) => `${detail ?? 'An action'} needs a second operator’s approval${since(at)}.`,
  },
  'figures-differ': {
    title: 'Figures differ from the ledger',
    line: ({ amount, detail }) =>
      detail === 'ledger'
        ? `Ledger verification found ${count(amount)} differences.`
        : `Daily figures of ${count(amount)} days differ from the ledger.`,
  },
  'job-dead': {
    title: 'Job failed',
    line: ({ detail, since: at }) =>
      `A job of the kind ${detail ?? 'unknown'} failed for good. It was due on ${moment(at)}.`,
  },
  'jobs-late': {
    title: 'Jobs delayed',
    line: ({ subject, since: at }) => `Jobs in the queue ${subject} have been waiting${since(at)}.`,
  },
  'provider-silent': {
    title: 'Payment provider not responding',
    line: ({ subject, since: at }) => `${subject} has not responded${since(at)}.`,
  },
  'list-overdue': {
    title: 'Provider report not compared',
    line: ({ subject, amount, since: at }) =>
      `${count(amount)} ${amount === 1 ? 'daily report' : 'daily reports'} from ${subject} could not be compared with our ledger${since(at)}.`,
  },
  'erasure-waits': {
    title: 'Erasure blocked by a payout',
    line: ({ amount, since: at }) =>
      `${count(amount)} ${amount === 1 ? 'account cannot' : 'accounts cannot'} be erased${since(at)} because a payout is open. Pay or cancel the payout.`,
  },
  'method-low': {
    title: 'Payment success rate low',
    line: ({ subject, amount, total }) =>
      `${count(amount)}% of payment attempts by ${subject} succeeded in the last 24 hours. The four-week average is ${count(total)}%.`,
  },
  'node-down': {
    title: 'Node down',
    line: ({ subject, since: at }) => `The node ${subject} has not reported${since(at)}.`,
  },
  'panel-trouble': {
    title: 'Panel needs attention',
    line: ({ subject, since: at }) =>
      `The panel ${subject} is behind, is holding back closures, or cannot be compared${since(at)}.`,
  },
  'sms-budget': {
    title: 'SMS budget',
    line: ({ level, amount, total }) =>
      level > 1
        ? `Today’s budget of ${count(total)} SMS is used up. No codes are sent by SMS until midnight UTC.`
        : `${count(amount)} of today’s ${count(total)} SMS are left.`,
  },
  'benefit-stock': {
    title: 'Benefit stock low',
    line: ({ subject, level, amount }) =>
      level > 1 ? `The benefit ${subject} has run out.` : `${count(amount)} of the benefit ${subject} are left.`,
  },
  'address-pool': {
    title: 'Crypto addresses running out',
    line: ({ subject, level, amount, total }) =>
      level > 1
        ? `The pool ${subject} has no free addresses, so orders cannot be paid there.`
        : `${count(amount)} of ${count(total)} addresses in the pool ${subject} are free.`,
  },
  'mail-words': {
    title: 'Mail text cannot be sent',
    line: ({ subject, detail }) =>
      `Your text for the mail ${subject} cannot be sent (${detail ?? ''}). The default text is sent instead.`,
  },
  'backup-late': {
    title: 'Backup late',
    line: ({ since: at }) => `The last backup of the database is from ${moment(at)}.`,
  },
  'canary-stale': {
    title: 'Canary statement',
    line: ({ level, since: at }) =>
      level > 1
        ? `The canary statement expired on ${moment(at).slice(0, 10)}. Publish a new one.`
        : `The canary statement expires on ${moment(at).slice(0, 10)}. Publish a new one.`,
  },
}
