type Links = { readonly phone?: number; readonly desktop?: number }

/**
 * Minutes for which a provider's payment link or QR code works, where that is shorter than the payment attempt. All
 * providers also receive the end of the attempt as a time limit. The test names the source of each number.
 */
const linkMinutes: { readonly [provider: string]: Links } = {
  wechat: { phone: 5, desktop: 120 },
  alipay: { desktop: 120 },
}

type Link = { readonly provider: string; readonly device: keyof Links }

export const isLinkAlive = ({ provider, device }: Link, ageSeconds: number): boolean =>
  ageSeconds < (linkMinutes[provider]?.[device] ?? Infinity) * 60
