import { createContext, useContext } from 'react'
import type { Language } from '#shared/language.ts'
import type { User } from '#web/client/user-info.ts'
import type { AccountTexts } from '#text/en/site/account.ts'

export type AccountContext = {
  readonly t: AccountTexts
  readonly language: Language
}
export const AccountContext = createContext<AccountContext | null>(null)

export function useAccount(): AccountContext {
  const context = useContext(AccountContext)
  if (!context) throw new Error('used outside the account area')
  return context
}

/**
 * Data that the shell passes to every section of the account area (outlet context). The shell renders sections only
 * once the user is known.
 */
export type SectionContext = { readonly user: User }
