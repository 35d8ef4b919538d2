import type { Bound, CaseKind } from './judge.ts'
import type { Shop } from './shop.ts'

export type Case = {
  readonly kind: CaseKind
  readonly name: string
  readonly bound: Bound
  /** Prepares one round, which is not measured. What it returns is measured, and says what was answered. */
  readonly ready: (shop: Shop, round: number) => Promise<() => Promise<string>>
}
