import { lazyPart } from '#web/display/lazy-part.tsx'
import { outcomeTexts } from './outcome-texts.ts'

export const PayWays = lazyPart(() => import('./pay-ways.tsx'), outcomeTexts)
export const SignedOutOutcome = lazyPart(() => import('./signed-out-outcome.tsx'), outcomeTexts)
export const OutcomeNote = lazyPart(() => import('./outcome-note.tsx'), outcomeTexts)
export const Outcome = lazyPart(() => import('./outcome.tsx'), outcomeTexts)
