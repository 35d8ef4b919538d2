import { parsePhoneNumberFromString, type NumberType } from 'libphonenumber-js/max'

const cannotReceive: readonly NumberType[] = [
  'FIXED_LINE',
  'TOLL_FREE',
  'PREMIUM_RATE',
  'SHARED_COST',
  'UAN',
  'VOICEMAIL',
]

/**
 * False for a number that is certainly no mobile one. Needs the complete metadata, which only the server loads. Numbers
 * of countries that use the same ranges for both, such as the United States, are allowed.
 */
export const canReceiveSms = (e164: string): boolean =>
  !cannotReceive.includes(parsePhoneNumberFromString(e164)?.getType())
