import { payingPart } from '#web/payment/paying-part.ts'

export const PromoCodeField = payingPart(() => import('./promo-code-field.tsx'))
export const RedeemCodeField = payingPart(() => import('./redeem-code-field.tsx'))
