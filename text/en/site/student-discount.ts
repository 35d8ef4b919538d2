const studentDiscount = {
  sample: 'This text is a sample of a fresh installation. The operator replaces it, or takes it away.',
  toPricing: 'See plans and prices',
}
export default studentDiscount
export type StudentDiscountText = typeof studentDiscount
