const now = new Date()

export const yearDays =
  (Date.UTC(now.getUTCFullYear() + 1, now.getUTCMonth(), now.getUTCDate()) -
    Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())) /
  86_400_000
