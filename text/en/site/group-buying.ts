const groupBuying = {
  title: 'Group buying',
  description: 'Take a plan with one or two others and pay less each. Not full in time? Everything goes back.',
  tab: 'Group buy',
  headline: 'Leave together, pay less.',
  lead: 'Two or three of you take the same plan, and each pays less than alone.',
  toStart: 'Start a group',
  toOpen: 'Or join an open one',
  prices: 'Price per person',
  plan: 'Plan',
  alone: 'Alone',
  two: 'Group of two',
  three: 'Group of three',
  save: (amount: string) => `You save ${amount}`,
  ways: 'Two ways to set off',
  self: 'Everyone pays their own',
  selfText:
    'You pay your share and send the link. When the last seat is paid, everyone’s membership starts at the same moment.',
  all: 'It’s on me',
  allText: 'You pay for all seats and are a member at once. Friends who join through your link pay nothing.',
  guarantee: 'Not full in time?',
  guaranteeText: (hours: number) =>
    `A group that is not full after ${hours} hours ends. Everyone gets all of it back, the way they paid. If you paid for all seats, the empty ones come back to you as time.`,
  steps: 'How it works',
  step1: 'Choose a plan and a size',
  step2: 'Pay, and share the link',
  step3: 'Friends take their seats',
  step4: 'Full: everyone starts',
  none: 'There is no plan for groups at the moment.',
}
export default groupBuying
export type GroupBuyingText = typeof groupBuying
