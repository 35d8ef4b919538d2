import { lazyPart } from '#web/display/lazy-part.tsx'
import { outcomeTexts } from './outcome-texts.ts'

export const ReturnAddress = lazyPart(() => import('./return-address.tsx'), outcomeTexts)
