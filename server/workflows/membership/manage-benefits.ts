import type { Localized } from '#shared/language.ts'
import { findKind, withdrawBenefit } from '#server/modules/benefits/benefits.queries.ts'
import { importStock, type StockFile } from '#server/modules/benefits/benefits.service.ts'
import { done, refuse, Refused, type Act } from '#server/platform/act.ts'
import { createKeyring } from '#server/platform/keyring.ts'

/** One line for each: account, password and link, with tabs between them. */
const readItems = (text: string): StockFile['items'] =>
  text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line, index) => {
      const [account = '', password = '', link = '', ...more] = line.split('\t').map((cell) => cell.trim())
      if (!account || !password || more.length > 0 || !link.startsWith('https://') || !URL.canParse(link))
        throw new Refused(
          'InvalidInput',
          `{file}: line ${index + 1} is not ACCOUNT, PASSWORD and an https LINK with tabs between them.`,
        )
      return { account, password, link }
    })

function readNames(en: string | undefined, zh: string | undefined): Localized | null {
  if (en === undefined && zh === undefined) return null
  if (en === undefined || zh === undefined)
    throw new Refused('InvalidInput', `{name${en === undefined ? 'En' : 'Zh'}} is missing.`)
  return { en, 'zh-CN': zh }
}

/** Adds accounts to hand out, sealed. The audit row counts them; it holds none of them. */
export const importBenefits: Act<'benefits.import'> = async (tx, input, operator, { config }) => {
  const { kind } = input
  const names = readNames(input.nameEn, input.nameZh)
  if (!names && !(await findKind(tx, kind)))
    return refuse('InvalidInput', `${kind} is new: give {nameEn} and {nameZh}.`)
  const items = readItems(input.file)
  const added = await importStock(tx, createKeyring(config.secretKey), { kind, names, items }, operator.name)
  const given = items.length
  return done({ kind, added, known: given - added }, `benefits ${kind}`, { given, added, names })
}

/** Takes one out of circulation. */
export const withdrawBenefitAccount: Act<'benefits.withdraw'> = async (tx, { kind, account, reason }) => {
  if ((await withdrawBenefit(tx, kind, account)) === 0)
    return refuse('NotFound', `There is no ${account} of ${kind} in circulation.`)
  return done({ kind, account }, `benefits ${kind}`, { account, reason })
}
