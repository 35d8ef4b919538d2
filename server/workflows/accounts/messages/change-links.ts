import type { Language } from '#shared/language.ts'
import { changeToken, type ChangeLink } from '#server/modules/account-changes/account-changes.service.ts'
import type { Keyring } from '#server/platform/keyring.ts'

/** Path of the page that stops a change or confirms an address without a sign-in. */
export const changePage = (keyring: Keyring, link: ChangeLink, changeId: string): string =>
  `/account-change/${link}/${changeToken(keyring, link, changeId)}`

export const changeAddress = (
  { keyring, publicOrigin }: { keyring: Keyring; publicOrigin: string },
  link: ChangeLink,
  { changeId, language }: { changeId: string; language: Language },
): string => `${publicOrigin}/${language}${changePage(keyring, link, changeId)}`
