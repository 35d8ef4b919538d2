type Links = { readonly phone?: number; readonly desktop?: number }

/**
 * Minutes for which a provider's payment link or QR code works, if that is shorter than the attempt. All providers also
 * receive the attempt's end as a time limit. Sources are in the test.
 */
export const linkMinutes: { readonly [provider: string]: Links } = {
  wechat: { phone: 5, desktop: 120 },
  alipay: { desktop: 120 },
}

type Link = { readonly provider: string; readonly device: keyof Links }

export const isLinkAlive = ({ provider, device }: Link, ageSeconds: number): boolean =>
  ageSeconds < (linkMinutes[provider]?.[device] ?? Infinity) * 60
