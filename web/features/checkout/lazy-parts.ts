import { lazyPart, lazySection } from '#web/display/lazy-part.tsx'
import { payingTexts } from '#web/payment/paying-texts.ts'

export const fetchUpgradeWays = () => import('./upgrade-ways.tsx')
export const UpgradeWays = lazySection(fetchUpgradeWays)
export const PromoCodeField = lazyPart(() => import('./promo-code-field.tsx'), payingTexts)
export const OpenOrder = lazyPart(() => import('./open-order.tsx'), payingTexts)
export const RedeemCodeField = lazyPart(() => import('./redeem-code-field.tsx'), payingTexts)
