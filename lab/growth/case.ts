import type { Bound, CaseKind } from './judge.ts'
import type { Shop } from './shop.ts'

export type Case = {
  readonly kind: CaseKind
  readonly name: string
  readonly bound: Bound
  /** Prepares a round without being measured; the returned function is measured and returns the status. */
  readonly ready: (shop: Shop, round: number) => Promise<() => Promise<string>>
}
