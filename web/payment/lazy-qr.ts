import { lazyPart } from '#web/display/lazy-part.ts'
import { payingTexts } from './paying-texts.ts'

export const QrPay = lazyPart(() => import('./qr-pay.tsx'), payingTexts)
