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
 * False for a number that is certainly not a mobile one. Needs the complete metadata, which only the server loads.
 * Countries such as the United States use the same ranges for mobile and landline, so their numbers are allowed.
 */
export const canReceiveSms = (e164: string): boolean =>
  !cannotReceive.includes(parsePhoneNumberFromString(e164)?.getType())
