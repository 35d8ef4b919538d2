const studentDiscount = {
  toPricing: 'See plans and prices',
}
export default studentDiscount
export type StudentDiscountText = typeof studentDiscount
