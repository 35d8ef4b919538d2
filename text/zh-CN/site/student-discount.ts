import type { StudentDiscountText } from '#text/en/site/student-discount.ts'

export default {
  sample: '这是新安装时的示例文字，由运营者替换或移除。',
  toPricing: '看看套餐',
} satisfies StudentDiscountText
