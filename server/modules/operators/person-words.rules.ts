const visible = (text: string): string => text.normalize('NFKC').replaceAll(/\p{Cf}/gu, '')

/** Chinese digits in everyday and financial writing, and 幺, which is the spoken 1 in numbers. */
const chineseDigit = '[〇零洞一二三四五六七八九幺壹贰叁肆伍陆柒捌玖壱貳參陸兩两]'
/**
 * Three or more Chinese digits, as in a phone number. Words rarely have so many in a row, and dates have 年 between
 * them.
 */
const chineseNumber = new RegExp(`(?:${chineseDigit}|\\d){3,}`, 'gu')

/**
 * Normalises a text before the search for personal data: visible characters, ASCII digits (digits of other scripts
 * become 0) and plain dashes.
 */
const asRead = (text: string): string =>
  visible(text)
    .replaceAll(/[^\P{Nd}0-9]/gu, '0')
    // Converts circled digits, which NFKC does not convert.
    .replaceAll(/[\u24F5-\u24FF\u2776-\u2793]/g, '0')
    .replaceAll(chineseNumber, (digits) => digits.replaceAll(new RegExp(chineseDigit, 'gu'), '0'))
    .replaceAll(/[\p{Pd}\u2212·•]/gu, '-')
    .replaceAll(/(?<=\d{3})[_/、，,](?=\d{3})/g, '-')

/** True for an email address, phone number or user id. False for UUIDs and ISO dates. */
export const namesPerson = (text: string): boolean =>
  /@|%40|mailto:|[([{]\s*(?:at|艾特)\s*[)\]}]|\bat\s+[\w-]+\s+dot\s+\w|\d(?:[\s().+-]*\d){6}/i.test(
    asRead(text).replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z?)?/gi, ' '),
  )

/**
 * Numbers that operators may write: ids of users and orders, days, amounts, transaction hashes and transaction numbers.
 */
const ownNumbers = [
  /(?:\b(?:user|affiliate)|用户|推广者)\s*[1-9]\d{8}(?!\d)/gi,
  /(?:\border|订单)\s*[0-9a-z]{4}-[0-9a-z]{4}\b/gi,
  // The pattern for ISO dates comes first, because the digits of two adjacent dates could match as another number.
  /\b\d{4}-\d{2}-\d{2}\b/g,
  /\b\d{1,2}([./-])\d{1,2}\1\d{4}\b|\b\d{4}([./])\d{1,2}\2\d{1,2}\b/g,
  /\b\d{1,3}(?:,\d{3})+(?:\.\d+)?\b/g,
  /\b(?:0x)?[0-9a-f]{64}\b/gi,
  /(?<!\d)\d{20,}(?!\d)/g,
]

const withoutOwnNumbers = (text: string): string =>
  ownNumbers.reduce((left, pattern) => left.replaceAll(pattern, ' '), asRead(text))

const walletAddress = /\b0x[0-9a-f]{40}\b|\bT[1-9A-HJ-NP-Za-km-z]{33}\b/i

export function hasPersonalData(text: string): boolean {
  const rest = withoutOwnNumbers(text)
  return walletAddress.test(rest) || namesPerson(rest)
}

/**
 * Words that could be account names or invite codes: letters with other characters. Leaves out plain ids, days, sums
 * and order numbers, because anybody could register one of those as a name.
 */
export const possibleNames = (text: string): string[] => [
  ...new Set(
    (
      withoutOwnNumbers(text)
        .toLowerCase()
        .match(/[a-z0-9_.-]{4,32}/g) ?? []
    )
      .flatMap((word) => [word, word.replace(/^[._-]+|(?<![._-])[._-]+$/g, '')])
      .filter((word) => word.length >= 4 && /[a-z]/.test(word) && /[^a-z]/.test(word)),
  ),
]

const escaped = (name: string): string => name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** True if the text contains the name as whole words, in any case. False for an invisible name. */
export function hasName(text: string, name: string): boolean {
  const searched = visible(name).trim()
  if (searched === '') return false
  return new RegExp(`(?<![\\p{L}\\p{N}_])${escaped(searched)}(?![\\p{L}\\p{N}_])`, 'iu').test(visible(text))
}
