import type { seatCounts as english } from '#text/en/site/seat-counts.ts'

export const seatCounts: typeof english = ({ paid, held, free }) =>
  [paid > 0 && `${paid} 人已付款`, held > 0 && `${held} 人正在付款`, free > 0 && `还有 ${free} 个空座`]
    .filter(Boolean)
    .join('，')
