const faq = {
  title: 'Frequently asked questions',
  description: (brand: string) =>
    `Answers about ${brand}: sign-in, payment, refunds, groups, installing and connecting.`,
  headline: 'Ask the way.',
  search: 'Search the answers',
  none: 'No answer contains that. Try another word, or write to support.',
  some: '# answers',
  often: 'Asked most often',
  codeMissing: 'I didn’t get the code',
  paymentMissing: 'I paid, but nothing happened',
  androidBlocked: 'Android refuses to install',
  topics: 'Topics',
  more: 'Not here?',
  moreText: 'Write to us. A person answers, not a script.',
  support: 'Contact support',
  empty: 'No answers are published yet.',
}
export default faq
export type FaqText = typeof faq
