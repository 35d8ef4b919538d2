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
    line: ({ detail, since: at }) => `A review of money (${detail ?? 'no reason'}) was opened on ${moment(at)}.`,
  },
  'review-overdue': {
    title: 'Review waits',
    line: ({ detail, level, total, since: at }) =>
      level > 1
        ? `A review (${detail ?? 'no reason'}) has waited longer than its aim of ${count(total)} h, since ${moment(at)}.`
        : `A review (${detail ?? 'no reason'}) has waited for half of its aim of ${count(total)} h, since ${moment(at)}.`,
  },
  'approval-waits': {
    title: 'A second operator is waited for',
    line: ({ detail, since: at }) => `${detail ?? 'An act'} waits for a second operator${since(at)}.`,
  },
  'figures-differ': {
    title: 'Figures and books differ',
    line: ({ amount, detail }) =>
      detail === 'ledger'
        ? `The proof of the ledger found ${count(amount)} differences.`
        : `Folded figures of ${count(amount)} days differ from the ledger.`,
  },
  'job-dead': {
    title: 'Job given up',
    line: ({ detail, since: at }) =>
      `A job of the kind ${detail ?? 'unknown'} was given up; it was due on ${moment(at)}.`,
  },
  'jobs-late': {
    title: 'Jobs wait too long',
    line: ({ subject, since: at }) => `Jobs of the lane ${subject} wait${since(at)}.`,
  },
  'provider-silent': {
    title: 'Payment provider silent',
    line: ({ subject, since: at }) => `${subject} has not replied${since(at)}.`,
  },
  'list-overdue': {
    title: 'Provider’s list not compared',
    line: ({ subject, amount, since: at }) =>
      `${count(amount)} ${amount === 1 ? 'daily list' : 'daily lists'} of ${subject} could not be compared with our books${since(at)}.`,
  },
  'erasure-waits': {
    title: 'Erasure waits for a payout',
    line: ({ amount, since: at }) =>
      `${count(amount)} ${amount === 1 ? 'account waits' : 'accounts wait'} to be erased${since(at)} because a payout is open. Pay it or cancel it.`,
  },
  'method-low': {
    title: 'Way of paying under its mean',
    line: ({ subject, amount, total }) =>
      `Of payments by ${subject}, ${count(amount)} % came through in the last 24 hours; the mean of four weeks is ${count(total)} %.`,
  },
  'node-down': {
    title: 'Node down',
    line: ({ subject, since: at }) => `The node ${subject} has not called${since(at)}.`,
  },
  'panel-trouble': {
    title: 'Panel needs a look',
    line: ({ subject, since: at }) =>
      `The panel ${subject} is late, holds closures back or cannot be compared${since(at)}.`,
  },
  'sms-budget': {
    title: 'SMS budget',
    line: ({ level, amount, total }) =>
      level > 1
        ? `Today’s budget of ${count(total)} SMS is used up; no codes go out by SMS until midnight UTC.`
        : `Of today’s ${count(total)} SMS, ${count(amount)} are left.`,
  },
  'benefit-stock': {
    title: 'Stock of a benefit',
    line: ({ subject, level, amount }) =>
      level > 1 ? `The benefit ${subject} has run out.` : `Of the benefit ${subject}, ${count(amount)} are left.`,
  },
  'address-pool': {
    title: 'Pool of crypto addresses',
    line: ({ subject, level, amount, total }) =>
      level > 1
        ? `The pool ${subject} has no free address: no order can be paid there.`
        : `Of ${count(total)} addresses in the pool ${subject}, ${count(amount)} are free.`,
  },
  'mail-words': {
    title: 'Words of a mail',
    line: ({ subject, detail }) =>
      `The words that you wrote for the mail ${subject} cannot be sent (${detail ?? ''}); people get the product’s own.`,
  },
  'backup-late': {
    title: 'Backup late',
    line: ({ since: at }) => `The last backup of the database is from ${moment(at)}.`,
  },
  'canary-stale': {
    title: 'Canary statement',
    line: ({ level, since: at }) =>
      level > 1
        ? `The canary statement counted until ${moment(at).slice(0, 10)}; it says nothing any more.`
        : `The canary statement counts until ${moment(at).slice(0, 10)}; publish a new one.`,
  },
}
