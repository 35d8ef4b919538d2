import type { Static } from 'typebox'
import type { ActionName, ActionOutput } from '#shared/contract/operator.ts'
import type { RefundView } from '#shared/contract/operator/orders.ts'
import type { Progress } from '#shared/contract/operator/fields.ts'
import type { SweepRow as Sweep } from '#shared/contract/operator/crypto.ts'
import { alertNames } from '#server/modules/outbox/alert-names.ts'
import { invitationHours } from '#server/modules/operators/operators.rules.ts'
import type { Spoken } from '#shared/sentence.ts'
import { alertWordsEn } from '#shared/alert-words.en.ts'
import { isUrgent } from '#shared/alert-kinds.ts'
import { formatMoney } from '#shared/money.ts'
import { momentText } from '#server/operator/page.ts'
import { shareText } from '#server/workflows/payments/refunds/request-refund.ts'
import type { Values } from './options.ts'
import { printDays, printToday } from './print-figures.ts'
import { meanings as limitTexts } from '#text/en/actions/limits.ts'
import { printTable, type Shape } from './print-table.ts'
import type { Terminal } from './terminal.ts'

export type Printing = Pick<Terminal, 'print' | 'printText' | 'table'> & {
  readonly preview: boolean
  readonly schema: Shape
  readonly values: Values
  readonly inner: (
    name: ActionName,
    output: unknown,
    preview: boolean,
    input: Readonly<Record<string, unknown>>,
  ) => void
}
/**
 * Prints the output of an action. A returned text is an error message, with which the command ends with exit code 1.
 */
type Printer<N extends ActionName> = (output: Spoken<ActionOutput<N>>, screen: Printing) => string | void

const rowsOf = ({ schema }: Printing, name: string): Shape => schema.properties?.[name] ?? schema
const tabs = (screen: Pick<Terminal, 'print'>, ...cells: readonly (string | number | null)[]) =>
  screen.print(cells.map((each) => each ?? '-').join('\t'))
const endText = (at: Date | null) => (at ? momentText(at) : 'never')
const plural = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`

/** Prints the invitation link, which cannot be shown again, because the database stores only its digest. */
function printInvitation({ print }: Pick<Terminal, 'print'>, name: string, link: string): void {
  print(`Invitation link: ${link}`)
  print(
    `Give it only to ${name}. It works once, within ${invitationHours} hours: the operator sets a password and a second factor there.`,
  )
}

function printOnce({ print, preview }: Printing, what: string, secret: string): void {
  if (!preview) print(`${what}, shown only now: ${secret}`)
}

function refundText(refund: Spoken<Static<typeof RefundView>>): string {
  if (refund.total.amountMinor === 0)
    return `Order ${refund.number} was free, so no money moves; its time is taken back at once.`
  const others = refund.others.map(({ amountMinor, currency }) => `${amountMinor} minor units of ${currency} and `)
  const [amount, available] = [refund.amount, refund.available].map((sum) => formatMoney(sum, 'en'))
  const inTotal = refund.takesTimeBack ? '' : `, in total ${shareText(refund.back, refund.total)}`
  return `Order ${refund.number}: ${others.join('')}${amount} of ${available} is refunded${inTotal}. ${refund.time}`
}

type PlanName =
  | 'plans.add'
  | 'plans.set-price'
  | 'plans.set-group-price'
  | 'plans.describe'
  | 'plans.retire'
  | 'plans.restore'
const printPlan: Printer<PlanName> = ({ changes }, { print, preview }) => {
  for (const { field, before, after } of changes)
    print(`${field.padEnd(9)} ${before === null ? '' : `${before} → `}${after}`)
  if (changes.length === 0) print('Nothing changes.')
  print(
    preview
      ? 'Only a preview: nothing was changed.'
      : 'Done. The shop shows it within seconds; existing orders keep their price.',
  )
}

const printContent: Printer<'content.preview' | 'content.publish'> = (plan, { print }) => {
  for (const { action, language, text, version } of plan.texts)
    print(`${action.padEnd(9)} ${language.padEnd(5)} ${text} (version ${version})`)
  for (const { name, rows } of plan.lists) print(`list      ${name}: ${rows} rows`)
  for (const name of plan.settings) print(`setting   ${name}`)
  if (plan.terms !== null) print(`terms     affiliate terms version ${plan.terms}`)
  if (plan.texts.length === 0) print('No text changes.')
  for (const warning of plan.warnings) print(`warning: ${warning}`)
}

export const printers: { readonly [N in ActionName]?: Printer<N> } = {
  'people.find': ({ users, more }, screen) => {
    printTable(screen, rowsOf(screen, 'users'), users)
    if (more) screen.print(`More than ${users.length} users match. Type more of the name, address or number.`)
  },
  'today.show': printToday,
  'figures.days': printDays,
  'orders.find': ({ orders, next, events }, screen) => {
    if (orders.length === 0) screen.print('No further orders.')
    else printTable(screen, rowsOf(screen, 'orders'), orders)
    if (next !== null) screen.print(`More: the same command with --after ${next}`)
    if (events.length > 0) printTable(screen, rowsOf(screen, 'events'), events)
  },
  'orders.refund': ({ refundIds, ...refund }, { print, preview }) => {
    print(refundText(refund))
    if (!preview && refundIds.length > 0)
      print(`Requested as ${refundIds.join(', ')}; a running server or worker sends it to the payment provider.`)
  },
  'messages.answer': ({ uid, mail, closes }, { print, printText, preview }) => {
    print(
      `${preview ? 'Would answer' : 'Answered'} user ${uid} in the account${mail ? ` and by mail to ${mail.to}` : ''}.`,
    )
    if (closes) print(preview ? 'Would close the thread.' : 'Closed the thread.')
    if (mail) printText(`${mail.subject}\n\n${mail.text}`)
  },
  'reviews.decide': ({ decision, about, orderId, refund, follows, refundIds, lostMinor }, { print, preview }) => {
    if (refund) print(refundText(refund))
    if (preview) {
      print(`Would decide "${decision}" about ${about} of order ${orderId ?? 'none'}.`)
      for (const line of follows) print(line)
    } else
      print(
        `Decided. Refunds: ${refundIds.length === 0 ? 'none' : refundIds.join(', ')}; booked as lost: ${lostMinor} minor units.`,
      )
  },
  'ledger.verify': ({ balances, problems }, screen) => {
    printTable(screen, rowsOf(screen, 'balances'), balances)
    if (problems.length > 0) return problems.join('\n')
    screen.print('The ledger is right.')
  },
  'payments.reconcile': ({ compared, lists, found, differences }, screen) => {
    printTable(screen, rowsOf(screen, 'lists'), lists)
    if (found.length > 0) screen.table(found)
    screen.print(
      `${compared} attempts compared, ${differences} differences${screen.preview ? ', nothing changed' : ''}.`,
    )
    if (differences > 0) return 'There are differences.'
  },
  'groups.show': (group, screen) => {
    const { plan, size, each, type, status, ends } = group
    screen.print(
      `${plan}, ${size} people at ${formatMoney(each, 'en')} each, ${type}, ${status}; ends ${momentText(ends)}.`,
    )
    printTable(screen, rowsOf(screen, 'seats'), group.seats)
    printTable(screen, rowsOf(screen, 'events'), group.events)
  },
  'groups.remove-seat': (removed, { print, preview }) => {
    const { group, seat, uid, back, cancelled, becomes, before, after } = removed
    const then = {
      open: 'is open again',
      free: 'is free to take',
      creator: 'becomes the creator’s',
      closed: 'is closed',
    }
    const gone = cancelled
      ? 'its order is cancelled'
      : back
        ? `${formatMoney(back, 'en')} goes back`
        : 'no money goes back'
    const time =
      before?.getTime() === after?.getTime() ? '' : `; their time ends ${endText(after)} instead of ${endText(before)}`
    print(
      `${preview ? 'Would take' : 'Took'} seat ${seat} of group ${group} from ${uid ?? 'no one'}: ${gone}, and the seat ${then[becomes]}${time}.`,
    )
  },
  'groups.expire': ({ group, status, refunds, cancels, unclaimed }, { print, preview }) => {
    const follows =
      status === 'finished'
        ? `stays finished; the time of ${plural(unclaimed, 'unclaimed seat')} goes to its creator`
        : `ends as ${status}; ${plural(refunds, 'order')} refunded, ${plural(cancels, 'order')} cancelled`
    print(
      `Group ${group} ${follows}${preview ? '. Nothing was changed.' : '; a running server or worker sends the refunds.'}`,
    )
  },
  'plans.add': printPlan,
  'plans.set-price': printPlan,
  'plans.set-group-price': printPlan,
  'plans.describe': printPlan,
  'plans.retire': printPlan,
  'plans.restore': printPlan,
  'alerts.list': ({ items, next }, screen) => {
    if (items.length === 0) screen.print('No alerts.')
    const names = alertNames('en', 'UTC')
    screen.table(
      items.map(({ id, kind, subject, level, detail, measured, outOf, since, ...alert }) => {
        const facts = { kind, subject, level, detail, amount: measured, total: outOf }
        const line = alertWordsEn[kind].line({ ...facts, since: since && new Date(since).toISOString() }, names)
        return {
          alert: `${alertWordsEn[kind].title}${isUrgent({ kind, level }) ? ' (urgent)' : ''}: ${line}`,
          opened: momentText(alert.opened),
          ended: alert.resolved ? momentText(alert.resolved) : '',
          'acknowledged by': alert.acknowledgedBy ?? '',
          note: alert.note ?? '',
          'told to': alert.toldTo.join(', '),
          id,
        }
      }),
    )
    if (next !== null) screen.print(`More: the same command with --after ${next}`)
  },
  'redeem.create': ({ name, count, months, bonusDays, devices, until, worth, atMost, codes }, { print, preview }) => {
    if (preview) {
      const ends = until === null ? '' : `, to redeem until ${momentText(until)}`
      print(
        `Would make ${count} codes “${name}” for ${months} months, ${bonusDays} days and ${devices} devices${ends}.`,
      )
      for (const { plan, price, amount } of worth)
        print(
          `Bought as the plan ${plan.en} at ${formatMoney(price, 'en')} each, they would cost ${formatMoney(amount, 'en')}.`,
        )
      print(`Worth at most: ${atMost.map((sum) => formatMoney(sum, 'en')).join(' or ') || 'no plan has a price'}.`)
    } else for (const code of codes) print(code)
  },
  'affiliates.applications': ({ items, next }, { print }) => {
    if (items.length === 0) print('No application is waiting.')
    for (const { uid, at, channel, audience, contact, message } of items) {
      print(`${uid}  ${momentText(at)}`)
      print(`  channel: ${channel}`)
      print(`  audience: ${audience}`)
      print(`  contact: ${contact ?? '(not shown to viewers)'}`)
      for (const part of message.split('\n')) print(`  | ${part}`)
    }
    if (next !== null) print(`More: the same command with --after ${next}`)
  },
  'payouts.prepare': ({ settlements, amount, failed }, { print, preview }) => {
    print(
      `${preview ? 'Would prepare' : 'Prepared'} ${settlements} settlements of ${formatMoney(amount, 'en')} in total.`,
    )
    for (const { affiliateId, reason } of failed) print(`Failed for affiliate ${affiliateId}: ${reason}`)
    if (failed.length > 0) return `${failed.length} failed; the other affiliates have their settlement. Run it again.`
  },
  'payouts.cancel': ({ amount, look }, { print, preview }) => {
    if (look === 'none') print('The blockchain shows no such payment since the approval.')
    if (look === 'incomplete')
      print('The newest blocks show no such payment. There were too many older blocks to search.')
    const waits = `${formatMoney(amount, 'en')} moves to the next settlement`
    print(preview ? `Would cancel it; ${waits}.` : `Cancelled; ${waits}.`)
  },
  'terms.publish': ({ version, since, changes }, { print, preview }) => {
    for (const line of changes.length === 0 ? ['No number changes.'] : changes) print(line)
    print(`${preview ? 'Would publish' : 'Published'} version ${version}, which applies from ${since}.`)
  },
  'limits.show': ({ limits }, { table }) => table(limits.map((row) => ({ ...row, about: limitTexts[row.limit] }))),
  'terms.list': ({ versions, terms }, screen) => {
    const rows = rowsOf(screen, 'versions')
    if (versions.length > 0) printTable(screen, rows, versions)
    else screen.print(rows.none ?? '')
    screen.printText(JSON.stringify(terms, null, 2))
  },
  'nodes.add': ({ node, nodeToken, install }, { print, preview }) => {
    if (preview) return
    print(`Line for its machine: ${install}`)
    print(`Node: ${node}`)
    print(`Token: ${nodeToken}`)
  },
  'nodes.install': ({ install }, { print, preview }) => {
    if (!preview) print(`Line for its machine: ${install}`)
  },
  'webhooks.add': ({ webhookSecret }, screen) => printOnce(screen, 'Secret', webhookSecret),
  'webhooks.rotate-secret': ({ webhookSecret }, screen) => printOnce(screen, 'Secret', webhookSecret),
  'api.make-key': ({ apiKey }, screen) => printOnce(screen, 'Key', apiKey),
  'tunnels.set-provider': ({ feedToken }, { print, preview }) => {
    if (feedToken !== '' && !preview) print(`Token of its feed; it is shown only now: ${feedToken}`)
  },
  'tunnels.compare': ({ provider, seen, missing, closures, other, unknown, waits, drifts }, screen) => {
    screen.print(
      `${provider} has ${seen} users: ${missing} are missing, ${closures} have access that they should not have, ${other} differ otherwise, and ${unknown} are unknown here.`,
    )
    if (drifts.length > 0) printTable(screen, rowsOf(screen, 'drifts'), drifts)
    if (waits)
      screen.print(`So many are closed only after an operator agrees: tunnels let-close --provider ${provider}`)
    else if (drifts.length > 0 && !screen.preview) screen.print('Each of them is checked again and corrected.')
  },
  'benefits.list': ({ levels, items, next }, screen) => {
    if (screen.values.kind !== undefined) printTable(screen, rowsOf(screen, 'items'), items)
    else if (levels.length > 0) printTable(screen, rowsOf(screen, 'levels'), levels)
    else screen.print('There are no benefits.')
    if (next !== null) screen.print(`More: the same command with --after ${next}`)
  },
  'crypto.rescan': ({ name, from, to, blocks, found, added, nodes }, { print, preview }) => {
    for (const { host, found: seen, readTo, failure } of nodes) {
      const read = readTo === null ? 'nothing' : `up to block ${readTo} only`
      print(`${host}: ${seen} transfers to our addresses${failure === null ? '' : `, read ${read}: ${failure}`}.`)
    }
    print(
      `${preview ? 'Would have read' : 'Read'} blocks ${from} to ${to} of ${name} (${blocks}): ` +
        `${found} transfers to our addresses, ${added} of them new. New ones count once they have enough confirmations.`,
    )
  },
  'crypto.status': ({ networks }, screen) => {
    if (networks.length === 0) return screen.print('No network is set up. Enter nodes under System › Connections.')
    tabs(screen, 'network', 'read', 'settled', 'due', 'oldest due', 'failing', 'state')
    for (const { network, read, settled, due, oldestDue, failing, state } of networks)
      if (read === null) tabs(screen, network, state)
      else tabs(screen, network, read, settled, due, oldestDue, failing, state)
  },
  'crypto.sweep-list': ({ rows }, { print }) => {
    if (rows === 0) print(sweepHead)
  },
  'content.export': ({ files }, { print, preview, values }) =>
    print(`${preview ? 'Would write' : 'Wrote'} ${files.length} files into ${String(values.folder)}.`),
  'content.preview': printContent,
  'content.publish': (plan, screen) => {
    printContent(plan, screen)
    if (!screen.preview) screen.print('Published. Running servers show it within seconds.')
  },
  'canary.draft': ({ text }, { printText }) => printText(text),
  'canary.sign': (_output, { print, preview, values }) =>
    print(`${preview ? 'Would write' : 'Wrote'} ${String(values.file)}.sig.`),
  'canary.status': ({ newest, statements, next }, screen) => {
    if (!newest) return screen.print('No statement was published yet.')
    screen.print(`${newest.state}; valid until ${newest.lastGoodDay}. Key: ${newest.fingerprint ?? 'none'}`)
    printTable(screen, rowsOf(screen, 'statements'), statements)
    if (next !== null) screen.print(`More: the same command with --after ${next}`)
  },
  'jobs.run': ({ what }, { print, preview, values }) => {
    if (preview) print(`Would make ${what} due now.`)
    else print(values.job === undefined ? `${what} are due now.` : `Job ${String(values.job)} is due now.`)
  },
  'errors.show': ({ side, place, seen, first, last, message, stack }, { print, printText }) => {
    print(message)
    printText(stack)
    print(`${side}, ${place}; ${seen} times, from ${momentText(first)} to ${momentText(last)}`)
  },
  'sms.spent': ({ budget, days }, screen) => {
    const named = Object.entries(budget.countries).map(([code, max]) => `, +${code} ${max}`)
    screen.print(
      `Daily budget: ${budget.total} in total${named.join('')}, each other country ${budget.other}. The last fifth of each is kept for password resets.`,
    )
    if (!days.some(({ left }) => left !== null)) screen.print('No SMS was sent today: the whole budget is left.')
    printTable(screen, rowsOf(screen, 'days'), days)
  },
  'operators.invite': ({ name, role, renews, invitationLink }, screen) => {
    if (!screen.preview) return printInvitation(screen, name, invitationLink)
    screen.print(
      renews
        ? `Would create a new invitation link for ${name} with the role ${role}; the previous link would stop working.`
        : `Would create an account ${name} with the role ${role}.`,
    )
  },
  'operators.reset-factor': ({ name, invitationLink }, screen) => {
    if (!screen.preview) return printInvitation(screen, name, invitationLink)
    screen.print(`Would create an invitation link for ${name} to set a new password and a new second factor.`)
  },
  'approvals.show': (
    { action, why, whyNow, preparedBy, preparedAt, stoppedAt, input, before, now, refusal },
    screen,
  ) => {
    const name = action as ActionName
    screen.print(`${action}, prepared by ${preparedBy} on ${momentText(preparedAt)}: ${why}`)
    if (stoppedAt) screen.print(`The owner concerned stopped it on ${momentText(stoppedAt)}.`)
    for (const [field, value] of Object.entries(input)) {
      const text = typeof value === 'string' ? value : JSON.stringify(value)
      screen.print(`  ${field}: ${text.length > 200 ? `${text.slice(0, 200)} … (${text.length} characters)` : text}`)
    }
    screen.print('Then:')
    if (before === null) screen.print('Not shown.')
    else screen.inner(name, before, true, input)
    screen.print('Now:')
    if (refusal === null) screen.inner(name, now, true, input)
    else screen.print(refusal)
    if (refusal === null && whyNow !== why) screen.print(whyNow ?? 'One operator is enough for this now.')
  },
  'approvals.grant': ({ action, input, output }, screen) =>
    screen.inner(action as ActionName, output, screen.preview, input),
}

type Streamer = (step: never, screen: Pick<Terminal, 'print'>) => void

export const streamers: { readonly [N in ActionName]?: () => Streamer } = {
  'ledger.verify': () => progress(({ ordersRead }: { ordersRead: number }) => [ordersRead, 'orders checked']),
  'payments.reconcile': () => progress(({ done, what }: Static<typeof Progress>) => [done, what]),
  'payouts.prepare': () => progress(({ done, what }: Static<typeof Progress>) => [done, what]),
  'mailings.send': () => progress(({ done, what }: Static<typeof Progress>) => [done, what]),
  'keys.reseal': () => progress(({ done, what }: Static<typeof Progress>) => [done, what]),
  'crypto.sweep-list': () => sweepRows(),
}

export function progress<S>(read: (step: S) => readonly [number, string], clock = () => performance.now()) {
  let last = clock()
  return (step: S, { print }: Pick<Terminal, 'print'>) => {
    if (clock() - last < 1_000) return
    last = clock()
    const [done, what] = read(step)
    print(`… ${done.toLocaleString('en')} ${what}`)
  }
}

const sweepHead = 'network\ttoken\tbalance\taddress\tkey\torder'
function sweepRows() {
  let rows = 0
  return (step: SweepRow, screen: Pick<Terminal, 'print'>) => {
    if (rows++ === 0) screen.print(sweepHead)
    const { network, token, balance, address, key, order } = step
    tabs(screen, network, token, balance, address, key, order)
  }
}
type SweepRow = Static<typeof Sweep>
