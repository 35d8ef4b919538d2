import { lazyPart } from '#web/display/lazy-part.tsx'
import { payingTexts } from './paying-texts.ts'

export const QrPay = lazyPart(() => import('./qr-pay.tsx'), payingTexts)
