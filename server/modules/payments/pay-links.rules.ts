/** Minutes by device. */
type Links = { readonly phone?: number; readonly desktop?: number }

/**
 * Minutes that a provider opens its link or code, where that does not follow the attempt's end. Every provider gets the
 * attempt's end as the time limit of the payment, and WeChat Pay and Alipay limit the link as well. Sources are in the
 * test.
 */
export const linkMinutes: { readonly [provider: string]: Links } = {
  wechat: { phone: 5, desktop: 120 },
  alipay: { desktop: 120 },
}

type Link = { readonly provider: string; readonly device: keyof Links }

/** True if the provider still opens the link or code of an attempt. `ageSeconds`: time since the attempt was saved. */
export const isLinkAlive = ({ provider, device }: Link, ageSeconds: number): boolean =>
  ageSeconds < (linkMinutes[provider]?.[device] ?? Infinity) * 60
