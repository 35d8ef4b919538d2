import { hasTerms, type PublishedClause } from '#shared/site.ts'
import type { SetupStep } from '#shared/setup-steps.ts'

const hourMs = 3_600_000

export type SetupState = {
  readonly now: Date
  /** True once the shop has a name of its own instead of the product's name. */
  readonly isNamed: boolean
  readonly hasSeller: boolean
  readonly clauses: readonly PublishedClause[]
  /** Currencies in which each plan on sale has a price. */
  readonly plans: readonly (readonly string[])[]
  /** Currencies that the offered payment methods accept. */
  readonly paid: readonly string[]
  readonly sendsMail: boolean
  readonly sendsSms: boolean
  /** Last report of each node that is switched on. */
  readonly nodesSeen: readonly (Date | null)[]
  readonly panels: number
  /** Owners who have accepted their invitation and can sign in. */
  readonly owners: number
  readonly backupAt: Date | null
  readonly hasSold: boolean
  readonly isOpen: boolean
}

/**
 * Steps of the setup, each with whether it is done. A step that was done can open again, for example when the last node
 * stops reporting.
 */
export function judgeSetup(state: SetupState): Readonly<Record<SetupStep, boolean>> {
  const within = (at: Date | null, hours: number) => at !== null && state.now.getTime() - at.getTime() <= hours * hourMs
  const sold = new Set(state.plans.flat())
  return {
    brand: state.isNamed,
    texts: hasTerms(state.clauses),
    seller: state.hasSeller,
    plan: sold.size > 0,
    payment: state.paid.length > 0 && [...sold].every((currency) => state.paid.includes(currency)),
    mail: state.sendsMail,
    sms: state.sendsSms,
    connection: state.panels > 0 || state.nodesSeen.some((at) => within(at, 1)),
    owners: state.owners >= 2,
    backup: within(state.backupAt, 36),
    sale: state.hasSold,
    open: state.isOpen,
  }
}
