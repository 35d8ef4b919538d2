const errors = {
  notFoundTitle: 'This road ends here',
  notFoundText: 'Page not found. It may have moved, or the address has a typo.',
  invalidProductTitle: 'This plan isn’t available',
  invalidProductText: 'It is not on sale, or the address has a typo. Your orders are in your account.',
  failureTitle: 'Oops! An error occurred',
  failureText: 'Something broke on our side. Reload the page. If that doesn’t help, send us the number below.',
  closed: {
    before: { title: 'Opening soon', text: 'We are getting ready. Please come back soon.' },
    after: {
      title: 'Closed for now',
      text: 'You can’t buy anything at the moment. Memberships and links keep working. Please come back soon.',
    },
  },
  closedMember: 'Already a customer?',
  closedLogin: 'Log in',
  closedContact: 'Questions? Write to',
  toHome: 'Back to the homepage',
  toPricing: 'See plans and prices',
  toSupport: 'Contact support',
  toOrders: 'See my orders',
  reload: 'Reload',
  /** Request id, by which support finds the error in the logs. */
  requestId: (id: string) => `Request ID: ${id}`,
}
export default errors
export type ErrorsText = typeof errors
