import type { Language } from '#shared/language.ts'
import type { StartText } from '#text/en/site/start.ts'

export type StartProps = {
  readonly apps: readonly { readonly platform: 'ios' | 'android' | 'mac' | 'windows'; readonly url: string }[]
  /** Suggested plan after the trial; null if nothing is on sale. */
  readonly stay: { readonly query: string; readonly name: string; readonly sum: string } | null
}
export type Common = StartProps & { readonly t: StartText; readonly language: Language; readonly base: string }
