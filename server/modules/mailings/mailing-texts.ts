import type { MailingTexts } from '#shared/contract/operator/mailings.ts'
import type { Localized } from '#shared/language.ts'

export type MailingKind = 'news' | 'legal'
/** A legal text that changed: its name and title, from when it holds (ISO; null: at once). */
export type LegalChange = { readonly slug: string; readonly titles: Localized; readonly from: string | null }
/** What a mailing says, frozen when it was approved. */
export type KeptTexts = { readonly news: MailingTexts } | { readonly legal: LegalChange }
export type MailingState = 'waiting' | 'sending' | 'paused' | 'stopped' | 'done'
/** `skipped`: no longer wanted, no address, or told of news within the week. */
export type PersonOutcome = 'queued' | 'sent' | 'failed' | 'skipped'
