const buying = {
  pricing: 'Plans and prices',
  pricingDescription: 'Pick how far you go and pay once. No auto-renewal.',
  purchased: 'Your purchase',
  purchasedDescription: 'How your payment went.',
  cryptoPay: 'Pay with crypto',
  cryptoPayDescription: 'Choose a network and a token, then pay from a wallet or an exchange.',
}
export default buying
export type BuyingText = typeof buying
