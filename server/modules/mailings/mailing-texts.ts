import type { MailingTexts } from '#shared/contract/operator/mailings.ts'
import type { Localized } from '#shared/language.ts'

export type MailingKind = 'news' | 'legal'
/** Changed legal text. `from`: ISO; null: at once. */
export type LegalChange = { readonly slug: string; readonly titles: Localized; readonly from: string | null }
/** Texts of a mailing, frozen at approval. */
export type KeptTexts = { readonly news: MailingTexts } | { readonly legal: LegalChange }
export type MailingState = 'waiting' | 'sending' | 'paused' | 'stopped' | 'done'
/** `skipped`: unsubscribed, without address, or already mailed news this week. */
export type PersonOutcome = 'queued' | 'sent' | 'failed' | 'skipped'
