const purchased = {
  checking: {
    title: 'Checking your payment',
    text: 'We’re asking the payment service. This page updates automatically.',
  },
  missing: {
    title: 'No such order here.',
    text: 'It may belong to another account. You find your own orders in your account, under Orders.',
    action: 'See my orders',
  },
  failed: { title: 'We couldn’t load this order.', action: 'Try again' },
}
export type PurchasedTexts = typeof purchased
export default purchased
