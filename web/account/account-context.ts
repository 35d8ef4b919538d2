import { createContext, useContext } from 'react'
import type { Language } from '#shared/language.ts'
import type { User } from '#web/client/user-info.ts'
import type { AccountTexts } from '#web/text/en/account.ts'

export type AccountContext = {
  readonly t: AccountTexts
  readonly language: Language
}
export const AccountContext = createContext<AccountContext | null>(null)

/** The reader's language and its catalogue. */
export function useAccount(): AccountContext {
  const context = useContext(AccountContext)
  if (!context) throw new Error('used outside the account area')
  return context
}

/** What the shell hands to every section: it draws none before it knows the user. */
export type SectionContext = { readonly user: User }
