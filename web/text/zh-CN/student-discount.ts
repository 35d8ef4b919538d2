import type { StudentDiscountText } from '../en/student-discount.ts'

export default {
  toPricing: '看看套餐',
} satisfies StudentDiscountText
