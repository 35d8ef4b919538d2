import { changes, unit } from './change.ts'

export const siteNumbers = [
  ...changes('server/modules/marketing/marketing.rules.ts', unit('server/modules/marketing/marketing.rules.test.ts'), [
    ['a campaign value has 64 characters', '{1,64}', '{1,65}'],
    ['a campaign value has 64 characters, not 63', '{1,64}', '{1,63}'],
  ]),
  ...changes('web/client/campaign-parameters.ts', unit('web/client/campaign-parameters.test.ts'), [
    ['a campaign cookie names its days in seconds', '86_400', '86_401'],
  ]),
  ...changes('web/enhance/prefetch.ts', unit('web/enhance/prefetch.test.ts'), [
    ['a page waits 1.5 s before it fetches ahead', 'delayMs = 1500', 'delayMs = 1600'],
  ]),
  ...changes('web/client/prefetch-store.ts', unit('web/client/prefetch-store.test.ts'), [
    ['goods are fresh for 3 minutes', '180_000', '180_001'],
  ]),
  ...changes('web/client/session.ts', unit('web/client/session.test.ts'), [
    ['the user is fresh for 2 s', 'staleTime: 2_000', 'staleTime: 3_000'],
  ]),
  ...changes('ui/use-copy.ts', unit('ui/use-copy.test.ts'), [
    ['what was copied says so for 3 s', 'shownMs = 3_000', 'shownMs = 2_000'],
  ]),
  ...changes('ui/tokens.css', unit('ui/root-size.test.ts'), [
    ['50 px are 1 rem up to 960 px', '312.5%', '310%'],
    ['beyond 960 px the root grows', '5.2083vw', '5vw'],
    ['no text is under 14 px', '--t-small: clamp(14*var(--px)', '--t-small: clamp(13*var(--px)'],
  ]),
  ...changes('text/en/site/home.ts', unit('web/pages/home/uptime.test.ts'), [
    ['the uptime in English is 99.999 %', '99.999', '99.99'],
  ]),
  ...changes('text/zh-CN/site/home.ts', unit('web/pages/home/uptime.test.ts'), [
    ['the uptime in Chinese is 99.999 %', '99.999', '99.99'],
  ]),
]
