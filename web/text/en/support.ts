const support = {
  lead: 'Write to us here. A person reads it, and the answer comes here and by mail if your account has an address.',
  thread: 'Messages with support',
  you: 'You',
  us: 'Support',
  older: 'Earlier messages',
  failed: 'We couldn’t load your messages.',
  retry: 'Try again',
  emptyTitle: 'Nothing written yet',
  emptyText: 'What you ask and what we answer stays here.',
  closed: 'This conversation is closed. Write again whenever you like.',
  label: 'Your message',
  hint: 'Never send a password or a card number. An order number helps.',
  send: 'Send',
  busy: 'Sending',
  sent: 'Sent. We’ll answer here.',
  restored: 'What you wrote is still here.',
  missing: 'Please write your message',
  tooLong: (most: string) => `That is too long: ${most} characters fit into one message.`,
  kept: (days: number) =>
    `Kept sealed, and deleted ${days} days after the conversation is closed, or with your account.`,
  privacy: 'Privacy policy',
}
export default support
export type SupportTexts = typeof support
