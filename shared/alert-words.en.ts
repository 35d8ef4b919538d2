import type { AlertFacts, AlertKind } from './alert-kinds.ts'

/** Functions that name the codes of alerts and write times, in the reader's language. */
export type AlertNames = {
  readonly moment: (iso: string) => string
  readonly reason: (code: string) => string | undefined
  readonly way: (code: string) => string | undefined
  readonly job: (kind: string) => string | undefined
  readonly action: (name: string) => string | undefined
}

export type AlertWords = Readonly<
  Record<AlertKind, { readonly title: string; readonly line: (facts: AlertFacts, names: AlertNames) => string }>
>

const since = (iso: string | null, { moment }: AlertNames): string => (iso === null ? '' : ` since ${moment(iso)}`)
const count = (number: number | null): string => (number ?? 0).toLocaleString('en')
const reviews = (number: number | null): string =>
  (number ?? 1) === 1 ? 'A money review' : `${count(number)} money reviews`
/** Formats megabytes as gigabytes with at most one decimal. */
const gigabytes = (megabytes: number | null): string =>
  ((megabytes ?? 0) / 1_024).toLocaleString('en', { maximumFractionDigits: 1 })
const quoted = (name: string | undefined): string => (name === undefined ? '' : ` “${name}”`)

export const alertWordsEn: AlertWords = {
  'review-opened': {
    title: 'Review opened',
    line: ({ subject, amount, since: at }, names) =>
      (amount ?? 1) === 1
        ? `A money review${quoted(names.reason(subject))} is open${since(at, names)}.`
        : `${reviews(amount)}${quoted(names.reason(subject))} are open, the oldest${since(at, names)}.`,
  },
  'review-overdue': {
    title: 'Review overdue',
    line: ({ subject, amount, level, total, since: at }, names) => {
      const isOne = (amount ?? 1) === 1
      const what = `${reviews(amount)}${quoted(names.reason(subject))} ${isOne ? 'has' : 'have'}`
      const open = isOne ? `open${since(at, names)}` : `the oldest open${since(at, names)}`
      return level > 1
        ? `${what} been open longer than the target of ${count(total)} h, ${open}.`
        : `${what} used half of the target of ${count(total)} h, ${open}.`
    },
  },
  'approval-waits': {
    title: 'Approval needed',
    line: ({ detail, since: at }, names) =>
      `${quoted(names.action(detail ?? '')).trim() || 'An action'} waits for a second operator’s approval${since(at, names)}.`,
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
    line: ({ detail, since: at }, names) =>
      `The job “${names.job((detail ?? '').split(' ')[0] ?? '') ?? detail ?? 'unknown'}” failed for good.${at === null ? '' : ` It was due on ${names.moment(at)}.`}`,
  },
  'jobs-late': {
    title: 'Jobs delayed',
    line: ({ subject, since: at }, names) =>
      `Jobs in the queue ${names.way(subject) ?? subject} have been waiting${since(at, names)}.`,
  },
  'provider-silent': {
    title: 'Payment provider not responding',
    line: ({ subject, since: at }, names) =>
      `${names.way(subject) ?? subject} has not responded${since(at, names)}. Calls are repeated and no payment is lost. If it lasts, pause its methods.`,
  },
  'connection-broken': {
    title: 'Keys cannot be read',
    line: ({ subject }, names) =>
      `The keys of ${names.way(subject) ?? subject} that were entered in the console cannot be decrypted or are no longer valid, so it is off. Enter them again.`,
  },
  'list-overdue': {
    title: 'Provider report not compared',
    line: ({ subject, amount, since: at }, names) =>
      `${count(amount)} ${amount === 1 ? 'daily report' : 'daily reports'} from ${names.way(subject) ?? subject} could not be compared with our ledger${since(at, names)}.`,
  },
  'erasure-waits': {
    title: 'Erasure blocked by a payout',
    line: ({ amount, since: at }, names) =>
      `${count(amount)} ${amount === 1 ? 'account cannot' : 'accounts cannot'} be erased${since(at, names)} because a payout is open. Pay or cancel the payout.`,
  },
  'method-down': {
    title: 'Payments have stopped',
    line: ({ subject, detail, amount, total, since: at }, names) => {
      const way = names.way(subject) ?? subject
      return detail === 'refused'
        ? `${way} refuses payments: the last ${count(total)} buyers who chose it could not pay${since(at, names)}. Check the merchant account, and pause the method meanwhile.`
        : `${amount ? `Only ${count(amount)}` : 'None'} of the last ${count(total)} buyers who chose ${way} paid${since(at, names)}, far fewer than usual. Buy something with it to see what fails.`
    },
  },
  'method-low': {
    title: 'Payment success rate low',
    line: ({ subject, amount, total }, names) =>
      `${count(amount)}% of payment attempts by ${names.way(subject) ?? subject} succeeded in the last 24 hours. The four-week average is ${count(total)}%.`,
  },
  'sales-stopped': {
    title: 'No sales',
    line: ({ amount, since: at }, names) =>
      `Nobody has paid${since(at, names)}. In that time ${count(amount)} payments usually come. Open the shop as a visitor and buy something to see what fails.`,
  },
  'node-down': {
    title: 'Node down',
    line: ({ subject, since: at }, names) =>
      `The node ${subject} has not reported${since(at, names)}. Restart it on its machine, or switch it off here so that apps use others.`,
  },
  'panel-trouble': {
    title: 'Panel needs attention',
    line: ({ subject, detail, since: at }, names) =>
      detail === 'held'
        ? `A comparison found many people whose access at the panel ${subject} should end, and waits for you${since(at, names)}. Compare it again, then allow the closures.`
        : detail === 'late'
          ? `The panel ${subject} has not taken changes${since(at, names)}, so new buyers there wait for their links. Test it to see what it answers. Changes are sent again by themselves.`
          : `The panel ${subject} could not be compared${since(at, names)}. Test it to see what it answers.`,
  },
  'receiver-fails': {
    title: 'Your system does not receive events',
    line: ({ subject, level, since: at }, names) =>
      level > 1
        ? `The webhook ${subject} was switched off because it refused all events${since(at, names)}. Repair the receiver, then switch the webhook on.`
        : `The webhook ${subject} has failed${since(at, names)}. Its log shows the answers.`,
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
  'messages-late': {
    title: 'Messages are not sent',
    line: ({ subject, amount, since: at }, names) =>
      `No ${subject === 'sms' ? 'SMS' : 'mail'} has been sent${since(at, names)}; ${count(amount)} ${amount === 1 ? 'is' : 'are'} waiting, perhaps with codes for sign-in. Test the connection to see what the ${subject === 'sms' ? 'SMS service' : 'mail server'} answers. Waiting messages are sent by themselves once it accepts them.`,
  },
  'mail-words': {
    title: 'Mail text cannot be sent',
    line: ({ subject }) =>
      `Your text for the mail ${subject} cannot be sent. The default text is sent instead. The page of the mail says what to correct.`,
  },
  'disk-low': {
    title: 'Disk nearly full',
    line: ({ level, amount, total }) =>
      level > 1
        ? `Only ${gigabytes(amount)} of ${gigabytes(total)} GB are free on the disk of the data folder. The shop stops taking orders when it is full. Free some space now.`
        : `${gigabytes(amount)} of ${gigabytes(total)} GB are free on the disk of the data folder. Delete old backups and logs, or enlarge the disk.`,
  },
  'certificate-ends': {
    title: 'Certificate expires',
    line: ({ subject, level, since: at }, { moment }) =>
      level > 1
        ? `Browsers refuse ${subject} from ${at === null ? 'now' : moment(at)} on, because its certificate expires. Renew it now.`
        : `The certificate of ${subject} expires on ${at === null ? 'an unknown day' : moment(at)} and was not renewed in time. See the log of your web server or of its certificate client.`,
  },
  'backup-late': {
    title: 'Backup late',
    line: ({ level, since: at }, names) =>
      `${at === null ? 'There is no recent backup of the database.' : `The last backup of the database is from ${names.moment(at)}.`}${level > 1 ? ' A broken disk would now lose days of sales.' : ''} The log of the nightly backup on the server says why.`,
  },
  'canary-stale': {
    title: 'Canary statement',
    line: ({ level, since: at }) =>
      `The canary statement ${level > 1 ? 'expired' : 'expires'} on ${(at ?? '').slice(0, 10)}. Publish a new one.`,
  },
}
