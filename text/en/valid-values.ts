import type { Must } from '#shared/contract/operator/must.ts'

/** Descriptions of valid values. Each ends a sentence such as "Days must be …". */
export const must = {
  'must.whole': 'a whole number from {least} to {most}',
  'must.wholeInAll': 'a whole number from {least}, and at most {most} days in all',
  'must.blockNumber': 'the number of a block',
  'must.characters': 'at most {most} characters',
  'must.line': 'one line of at most {most} characters',
  'must.date': 'a date like 2026-12-31 (from midnight UTC), or a time with its zone',
  'must.month': 'a month like {example}',
  'must.like': 'like {example}',
  'must.likeEither': 'like {example} or {other}',
  'must.oneOf': 'one of {values}',
  'must.listed': 'the ID of an entry, which the button in its row fills in',
  'must.ofLastPage': 'the last entry of the previous page',
  'must.timeZone': 'a time zone like {example}',
  'must.email': 'an email address',
  'must.sitePath': 'an address of this site, such as /pricing',
  'must.panelName': 'a letter, then letters, digits or dashes, at most 31 in all',
  'must.benefitName': 'a short name in lower case, like video',
  'must.promoCode': '3 to 32 letters, digits and dashes',
  'must.keyId': '8 hexadecimal digits',
  'must.version': 'numbers with dots, such as 1.4.0',
  'must.sha256': '64 digits of 0-9 and a-f',
  'must.textName': 'KIND/NAME: announcement, faq, clause, page or mail, and small letters, digits and dashes',
} as const satisfies Readonly<Record<Must['code'], string>>
