import type { ComponentType } from 'react'
import type { IdentifierKind } from '#shared/account-rules.ts'
import { lastWayIn } from '#web/client/agreed-here.ts'

/** Where the sheet for an account opens. */
export type Door = 'new' | 'login'

/** Someone who has signed in here before is shown the way back in. */
export const usualDoor = (): Door => (lastWayIn() === null ? 'new' : 'login')

/** What one can register with, and the versions of the texts that are agreed to. */
export type SheetFacts = { readonly kinds: readonly IdentifierKind[]; readonly agreement: string }

/** What is bought, for how much (null: for nothing), and by what. */
export type Buying = { readonly what: string; readonly sum: string | null; readonly method: string | null }

/** The sheet over a page in which an account is made or signed in to. */
export type SignInProps = SheetFacts & {
  readonly base: string
  readonly door: Door
  readonly buying: Buying
  /** Someone is signed in now. */
  readonly onEntered: () => void
  readonly onClose: () => void
  /** The way leads over the page to register, for an address that a code has to confirm. */
  readonly onElsewhere: () => void
}
/** Its script is an island's to fetch. */
export type Sheet = SheetFacts & { readonly SignIn: ComponentType<SignInProps> }
