import type { Database } from '#server/platform/database.ts'
import { requestRefund as request, TimeUndecided } from '#server/workflows/payments/refunds/request-refund.ts'

/** As an operator asks who says of a refund of a part that the time stays. */
export const requestRefund = async (
  database: Database,
  wish: Parameters<typeof request>[1],
): Promise<readonly string[]> => {
  try {
    return await request(database, wish)
  } catch (error) {
    if (!(error instanceof TimeUndecided)) throw error
    return request(database, { ...wish, keepsTime: true })
  }
}
