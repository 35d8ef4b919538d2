const trialTime = {
  left: (minutes: string) => `Left of your ${minutes}`,
  ends: (time: string) => `Ends ${time}. One device at once.`,
  timeLeft: 'Time left of the free ride',
  minutesLeft: (minutes: number) => `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left of the free ride`,
  timeIsUp: 'The free ride is over.',
}
export type TrialTimeTexts = typeof trialTime
export default trialTime
