import type { Language } from '#shared/language.ts'
import { changeToken, type ChangeLink } from '#server/modules/account-changes/account-changes.service.ts'
import type { Keyring } from '#server/platform/keyring.ts'

/** Where a change that waits is stopped, or a new address confirmed, without a sign-in; without the site’s host and language. */
export const changePage = (keyring: Keyring, link: ChangeLink, changeId: string): string =>
  `/account-change/${link}/${changeToken(keyring, link, changeId)}`

export const changeAddress = (
  { keyring, publicOrigin }: { keyring: Keyring; publicOrigin: string },
  link: ChangeLink,
  { changeId, language }: { changeId: string; language: Language },
): string => `${publicOrigin}/${language}${changePage(keyring, link, changeId)}`
