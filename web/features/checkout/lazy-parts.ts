import { payingPart } from '#web/payment/paying-part.ts'

export const PromoField = payingPart(() => import('./promo-field.tsx'))
export const GiftField = payingPart(() => import('./gift-field.tsx'))
