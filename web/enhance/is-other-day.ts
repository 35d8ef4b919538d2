/**
 * Whether dates may be others by this clock than where they count from the midnight (UTC) of a day like 2026-11-28. It has to be that
 * day here and in UTC: months are counted in UTC, and where February is shorter than a day of the month, they end on another day
 * here than there. In the first and the last hour of a day it may be so as well: a plan may end in summer time and begin in winter.
 */
export const isOtherDay = (day: string | undefined, now: Date): boolean =>
  // Swedish writes days as ISO does.
  now.toLocaleDateString('sv') !== day || now.getDate() !== now.getUTCDate() || now.getHours() % 23 === 0
