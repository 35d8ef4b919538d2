import { languages, type Language } from '#shared/language.ts'
import type { SetupStep } from '#shared/setup-steps.ts'

const hourMs = 3_600_000

export type SetupState = {
  readonly now: Date
  /** False while the shop has the name of the product. */
  readonly isNamed: boolean
  readonly hasSeller: boolean
  /** Published legal texts that visitors can read. */
  readonly clauses: readonly { readonly slug: string; readonly language: Language }[]
  /** Currencies in which each plan on sale has a price. */
  readonly plans: readonly (readonly string[])[]
  /** Currencies that the offered payment methods accept. */
  readonly paid: readonly string[]
  readonly sendsMail: boolean
  /** Last report of each node that is switched on. */
  readonly nodesSeen: readonly (Date | null)[]
  readonly panels: number
  /** Owners who have accepted their invitation and can sign in. */
  readonly owners: number
  readonly backupAt: Date | null
  readonly hasSold: boolean
}

/** Legal texts that sign-up and checkout ask people to agree to. */
const required = ['terms-of-service', 'privacy-policy'] as const

/** Which steps are done. A step that was done can open again, for example when the last node stops reporting. */
export function judgeSetup(state: SetupState): Readonly<Record<SetupStep, boolean>> {
  const within = (at: Date | null, hours: number) => at !== null && state.now.getTime() - at.getTime() <= hours * hourMs
  const sold = new Set(state.plans.flat())
  return {
    brand: state.isNamed,
    texts: required.every((slug) =>
      languages.every((language) => state.clauses.some((text) => text.slug === slug && text.language === language)),
    ),
    seller: state.hasSeller,
    plan: sold.size > 0,
    payment: state.paid.length > 0 && [...sold].every((currency) => state.paid.includes(currency)),
    mail: state.sendsMail,
    connection: state.panels > 0 || state.nodesSeen.some((at) => within(at, 1)),
    owners: state.owners >= 2,
    backup: within(state.backupAt, 36),
    sale: state.hasSold,
  }
}
