const buying = {
  pricing: 'Plans and prices',
  pricingDescription: 'Pick how far you go and pay once. Nothing renews by itself.',
  purchased: 'Your purchase',
  purchasedDescription: 'How your payment went.',
}
export default buying
export type BuyingText = typeof buying
