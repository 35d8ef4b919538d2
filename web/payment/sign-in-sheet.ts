import type { ComponentType } from 'react'
import type { IdentifierKind } from '#shared/account-rules.ts'
import type { Method } from '#shared/method.ts'
import { lastSignInMethod } from '#web/client/agreement-memory.ts'

export type Door = 'new' | 'login'

/** Form that the sign-in dialog shows first: login for visitors who have signed in on this browser before. */
export const usualDoor = (): Door => (lastSignInMethod() === null ? 'new' : 'login')

export type SheetFacts = { readonly kinds: readonly IdentifierKind[]; readonly agreement: string }

/** Purchase named in the sign-in dialog. `sum` is null for free purchases; group seats take no promo code. */
export type Buying = {
  readonly what: string
  readonly sum: string | null
  readonly method: Method | null
  readonly isGroup?: boolean
}

export type SignInProps = SheetFacts & {
  readonly base: string
  readonly door: Door
  readonly buying: Buying
  readonly onEntered: () => void
  readonly onClose: () => void
  /** Opens the register page, for an email or phone that must be confirmed by a code. */
  readonly onElsewhere: () => void
}
export type Sheet = SheetFacts & { readonly SignIn: ComponentType<SignInProps> }
