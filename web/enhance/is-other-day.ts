/**
 * True if dates computed from now may differ from those computed from midnight UTC of `day` (2026-11-28). They agree
 * only if it is that day both locally and in UTC: plan months count in UTC, and a short February shifts their end. The
 * first and last hour of a day are excluded too, because summer time may change before a plan ends.
 */
export const isOtherDay = (day: string | undefined, now: Date): boolean =>
  // Swedish date format equals ISO.
  now.toLocaleDateString('sv') !== day || now.getDate() !== now.getUTCDate() || now.getHours() % 23 === 0
