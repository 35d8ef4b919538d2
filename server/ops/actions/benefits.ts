import { readFile } from 'node:fs/promises'
import type { Localized } from '#shared/language.ts'
import type { StockFile } from '#server/modules/benefits/benefits.service.ts'
import { findKind, listLevels, listStock } from '#server/modules/benefits/benefits.queries.ts'
import { createKeyring } from '#server/platform/keyring.ts'
import { addBenefits, endBenefit } from '#server/workflows/membership/manage-benefits.ts'
import { formatDate, OpsError, requireText, type Action, type OpsContext } from '../action.ts'
import { afterOption, printMore, readAfter } from '../read-cursor.ts'
import { databaseOf } from '../rehearse.ts'

const pageSize = 1_000

const kindOf = (context: OpsContext): string => {
  const kind = requireText(context, 'kind')
  if (!/^[a-z0-9][a-z0-9-]{0,62}$/.test(kind)) throw new OpsError('--kind is a short name in lower case, like video.')
  return kind
}

/** One line for each: account, password and link, with tabs between them. */
async function readItems(file: string): Promise<StockFile['items']> {
  const text = await readFile(file, 'utf8').catch((error: Error) => Promise.reject(new OpsError(error.message)))
  return text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line, index) => {
      const [account = '', password = '', link = '', ...more] = line.split('\t').map((cell) => cell.trim())
      if (!account || !password || more.length > 0 || !link.startsWith('https://') || !URL.canParse(link))
        throw new OpsError(
          `${file}: line ${index + 1} is not ACCOUNT, PASSWORD and an https LINK with tabs between them.`,
        )
      return { account, password, link }
    })
}

export const benefitsImport: Action = {
  name: 'benefits import',
  role: 'support',
  summary: 'Adds accounts to hand out to yearly members. Passwords are sealed; accounts that are known are left alone.',
  usage: '--kind ID --file FILE [--name-en TEXT --name-zh TEXT] [--dry-run]',
  options: {
    kind: { type: 'string' },
    file: { type: 'string' },
    'name-en': { type: 'string' },
    'name-zh': { type: 'string' },
  },
  async run(context) {
    const kind = kindOf(context)
    const names: Localized | null =
      context.values['name-en'] === undefined && context.values['name-zh'] === undefined
        ? null
        : { en: requireText(context, 'name-en'), 'zh-CN': requireText(context, 'name-zh') }
    if (!names && !(await findKind(context.database, kind)))
      throw new OpsError(`${kind} is new: give --name-en and --name-zh.`)
    const items = await readItems(requireText(context, 'file'))
    const keyring = createKeyring(context.config.secretKey)
    const added = await addBenefits(databaseOf(context), keyring, { kind, names, items }, context.operator)
    context.print(
      `${context.dryRun ? 'Would add' : 'Added'} ${added} accounts of ${kind}; ${items.length - added} are known already.`,
    )
  },
}

export const benefitsList: Action = {
  name: 'benefits list',
  role: 'support',
  summary:
    'How much of each benefit is left; with --kind who has which. `over`: with somebody whose benefits have ended.',
  usage: '[--kind ID [--after ACCOUNT]]',
  options: { kind: { type: 'string' }, ...afterOption },
  async run(context) {
    if (context.values.kind === undefined) {
      const levels = await listLevels(context.database)
      return levels.length === 0 ? context.print('There is no benefit.') : context.table(levels)
    }
    const stock = await listStock(context.database, kindOf(context), readAfter(context) ?? '', pageSize)
    context.table(
      stock.map(({ account, uid, assignedAt, benefitsUntil }) => ({
        account,
        user: uid ?? '',
        since: assignedAt ? formatDate(assignedAt) : '',
        until: assignedAt ? formatDate(benefitsUntil) : '',
      })),
    )
    printMore(context, stock.length, pageSize, stock.at(-1)?.account)
  },
}

export const benefitsWithdraw: Action = {
  name: 'benefits withdraw',
  role: 'support',
  summary: 'Takes an account out of circulation, because it is broken or its user is no longer entitled.',
  usage: '--kind ID --account TEXT --reason TEXT [--dry-run]',
  options: { kind: { type: 'string' }, account: { type: 'string' }, reason: { type: 'string' } },
  async run(context) {
    const kind = kindOf(context)
    const [account, reason] = [requireText(context, 'account'), requireText(context, 'reason')]
    if (!(await endBenefit(databaseOf(context), { kind, account, reason, operator: context.operator })))
      throw new OpsError(`There is no ${account} of ${kind} in circulation.`)
    context.print(context.dryRun ? `Would withdraw ${account} of ${kind}.` : `${account} of ${kind} is withdrawn.`)
  },
}
