import { payingPart } from './paying-part.ts'

export const QrPay = payingPart(() => import('./qr-pay.tsx'))
export const OrderChoices = payingPart(() => import('./order-choices.tsx'))
