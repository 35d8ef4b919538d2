import type { SignedNotification } from '#simulators/fake-gateway/fake-gateway.ts'

export type Question =
  | { readonly ask: 'pay'; readonly provider: Provider; readonly content: string }
  | { readonly ask: 'list' }
  | { readonly ask: 'silence'; readonly provider: Provider }
  | { readonly ask: 'speak' }
export type Provider = 'alipay' | 'wechat'

export type Letter = SignedNotification & { readonly url: string; readonly provider: Provider }
export type Taken = {
  readonly provider: Provider
  readonly number: string
  readonly txn: string
  readonly paidMinor: number
}
export type Answers = { pay: Letter; list: readonly Taken[]; silence: null; speak: null }
export type Ready = { readonly port: number; readonly mailPort: number }
