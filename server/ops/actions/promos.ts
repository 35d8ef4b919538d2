import { listPromos, type NewPromo } from '#server/modules/coupons/coupons.queries.ts'
import { normalizeCode } from '#server/modules/coupons/coupons.rules.ts'
import { listAllGoods } from '#server/modules/catalog/goods.queries.ts'
import { secondPersonLimits } from '#server/modules/operators/second-person.rules.ts'
import { endPromo, makePromo } from '#server/workflows/catalog/manage-codes.ts'
import { formatDate, OpsError, requireText, type Action, type OpsContext } from '../action.ts'
import { afterOption, printMore, readAfter } from '../read-cursor.ts'
import { readDate, readInteger, readList } from '../read-option.ts'

const pageSize = 200

/** `--percent 10` or `--off CNY:2000,USD:300`, in minor units. */
function readDiscount({ values }: OpsContext): Pick<NewPromo, 'kind' | 'percentBps' | 'amounts'> {
  const { percent, off } = values
  if ((percent === undefined) === (off === undefined)) throw new OpsError('Give either --percent or --off.')
  if (typeof percent === 'string') {
    const match = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(percent)
    const percentBps = match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : 0
    if (percentBps < 1 || percentBps > 10_000) throw new OpsError('--percent is more than 0 and at most 100.')
    return { kind: 'percent', percentBps, amounts: null }
  }
  const amounts = Object.fromEntries(
    String(off)
      .split(',')
      .map((part) => {
        const [, currency, minor] = /^(CNY|USD):([1-9]\d{0,8})$/.exec(part.trim()) ?? []
        if (!currency) throw new OpsError('--off is like CNY:2000,USD:300, in fen and cents.')
        return [currency, Number(minor)]
      }),
  )
  return { kind: 'fixed', percentBps: null, amounts }
}

/** What it takes off at most of any price that it is for, in basis points; all of it where a plan is not known yet. */
async function largestDiscountBps(context: OpsContext): Promise<number> {
  const { kind, percentBps, amounts } = readDiscount(context)
  if (kind === 'percent') return percentBps ?? 0
  const wanted = readList(context, 'goods')
  const all = await listAllGoods(context.database)
  const goods = wanted?.map((id) => all.find((each) => each.id === id)) ?? all
  const shares = goods.flatMap(
    (each) =>
      each?.prices.map(({ currency, priceMinor }) => ((amounts?.[currency] ?? 0) * 10_000) / priceMinor) ?? [10_000],
  )
  return Math.max(0, ...shares)
}

export const promoCreate: Action = {
  name: 'promo-create',
  role: 'finance',
  stepUp: 'money',
  summary: 'Makes a promo code. Without a limit or a scope it holds for everybody and everything.',
  usage:
    '--code TEXT (--percent N | --off CNY:2000,USD:300) --note TEXT [--goods ID,ID] [--methods alipay,card] [--first-purchase] [--from DATE] [--until DATE] [--max-uses N] [--max-per-user N] [--dry-run]',
  options: {
    code: { type: 'string' },
    percent: { type: 'string' },
    off: { type: 'string' },
    note: { type: 'string' },
    goods: { type: 'string' },
    methods: { type: 'string' },
    'first-purchase': { type: 'boolean' },
    from: { type: 'string' },
    until: { type: 'string' },
    'max-uses': { type: 'string' },
    'max-per-user': { type: 'string' },
  },
  async second(context) {
    const most = await largestDiscountBps(context)
    return most > secondPersonLimits.promoBps
      ? `More than ${secondPersonLimits.promoBps / 100} % off takes two operators.`
      : null
  },
  async run(context) {
    const code = normalizeCode(requireText(context, 'code'))
    if (!/^[0-9A-Z-]{3,32}$/.test(code)) throw new OpsError('--code has 3 to 32 letters, digits and dashes.')
    const [startsAt, endsAt] = [readDate(context, 'from'), readDate(context, 'until')]
    if (endsAt !== null && endsAt <= new Date()) throw new OpsError('--until is over already: give a date to come.')
    if (endsAt !== null && startsAt !== null && endsAt <= startsAt) throw new OpsError('--until comes after --from.')
    const firstPurchaseOnly = context.values['first-purchase'] === true
    const promo: NewPromo = {
      code,
      ...readDiscount(context),
      goodsIds: readList(context, 'goods'),
      methods: readList(context, 'methods'),
      firstPurchaseOnly,
      startsAt,
      endsAt,
      maxUses: readInteger(context, 'max-uses', 1, 1_000_000_000),
      // Two first purchases at once would both be the first.
      maxUsesPerUser: firstPurchaseOnly ? 1 : readInteger(context, 'max-per-user', 1, 1_000_000),
      note: requireText(context, 'note'),
    }
    if (context.dryRun) return context.print(`Would make ${JSON.stringify(promo)}`)
    if (!(await makePromo(context.database, promo, context.operator)))
      throw new OpsError(`There is a code ${code} already.`)
    context.print(`The code ${code} holds from now on.`)
  },
}

export const promoList: Action = {
  name: 'promo-list',
  role: 'viewer',
  summary: 'Lists promo codes with what is used of them.',
  usage: '[--after CODE]',
  options: afterOption,
  async run(context) {
    const after = readAfter(context)
    const promos = await listPromos(context.database, after && normalizeCode(after), pageSize)
    if (promos.length === 0) return context.print('There is no promo code.')
    context.table(
      promos.map((promo) => ({
        code: promo.code,
        off: promo.kind === 'percent' ? `${(promo.percentBps ?? 0) / 100} %` : JSON.stringify(promo.amounts),
        state: promo.window,
        until: formatDate(promo.endsAt),
        uses: `${promo.uses}${promo.maxUses === null ? '' : ` of ${promo.maxUses}`}`,
        note: promo.note,
      })),
    )
    printMore(context, promos.length, pageSize, promos.at(-1)?.code)
  },
}

export const promoDisable: Action = {
  name: 'promo-disable',
  role: 'finance',
  summary: 'Ends a promo code. Orders that carry it keep their price.',
  usage: '--code TEXT [--dry-run]',
  options: { code: { type: 'string' } },
  async run(context) {
    const code = normalizeCode(requireText(context, 'code'))
    if (context.dryRun) return context.print(`Would end ${code}.`)
    if (!(await endPromo(context.database, code, context.operator))) throw new OpsError(`No code ${code} stands.`)
    context.print(`The code ${code} is over.`)
  },
}
