import type { AccountTexts } from '#text/en/site/account.ts'

export function titleOf(pathname: string, t: AccountTexts): string {
  const [, , section = ''] = pathname.split('/')
  if (section === 'delete-account') return t.deleteAccount
  if (section === 'receipt') return t.orders.receipt
  if (Object.keys(t.sections).includes(section)) return t.sections[section as keyof AccountTexts['sections']]
  return t.notFound.title
}
