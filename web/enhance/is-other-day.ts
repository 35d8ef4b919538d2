/**
 * True if dates computed from now may differ from those computed from midnight UTC of `day` (2026-11-28). They agree
 * only while it is that day both locally and in UTC, because plan months count in UTC. The first and last hour of a day
 * count as different too, because summer time may change before a plan ends.
 */
export const isOtherDay = (day: string | undefined, now: Date): boolean =>
  // The Swedish date format equals ISO (2026-11-28).
  now.toLocaleDateString('sv') !== day || now.getDate() !== now.getUTCDate() || now.getHours() % 23 === 0
