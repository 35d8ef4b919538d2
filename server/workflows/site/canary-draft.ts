import type { Localized } from '#shared/language.ts'

export const draftStatement = (brand: Localized, today: string, news: string): string =>
  `Canary statement of ${brand.en} · ${brand['zh-CN']}安全金丝雀声明
Date: ${today}

On this date, each of these sentences is true:
- We have not been made to hand over keys.
- We have not been made to record what our users do.
- We have not been made to build in a back door.
- We have not received an order that we may not talk about.

截至上述日期，以下各句均属实：
- 我们没有被迫交出密钥。
- 我们没有被迫记录用户的行为。
- 我们没有被迫留后门。
- 我们没有收到不许对外谈论的命令。

Recent news, so that this was not written in advance · 近期新闻，证明并非提前写好：
${news}`
