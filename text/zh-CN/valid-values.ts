import type { must as english } from '../en/valid-values.ts'
import { translation } from '../template.ts'

export const must = translation<typeof english>()({
  'must.whole': '须为 {least} 到 {most} 的整数',
  'must.wholeInAll': '须为不小于 {least} 的整数，合计最多 {most} 天',
  'must.blockNumber': '须为区块编号',
  'must.characters': '最多 {most} 个字',
  'must.line': '须为一行，最多 {most} 个字',
  'must.date': '须为日期（如 2026-12-31，自 UTC 零点起），或带时区的时间',
  'must.month': '须为月份，如 {example}',
  'must.like': '须形如 {example}',
  'must.likeEither': '须形如 {example} 或 {other}',
  'must.oneOf': '须为其中之一：{values}',
  'must.listed': '须为某一条的 ID，点该条所在行的按钮会自动填入',
  'must.ofLastPage': '须为上一页的最后一项',
  'must.timeZone': '须为时区，如 {example}',
  'must.email': '须为邮箱地址',
  'must.sitePath': '须为本站地址，如 /pricing',
  'must.panelName': '须以字母开头，仅含字母、数字和横线，最多 31 个',
  'must.benefitName': '须为小写的简短名称，如 video',
  'must.promoCode': '须为 3 到 32 个字母、数字和横线',
  'must.keyId': '须为 8 位十六进制数字',
  'must.version': '须为以点分隔的数字，如 1.4.0',
  'must.sha256': '须为 64 位 0-9 和 a-f',
  'must.textName': '须形如 类型/名称：announcement、faq、clause、page 或 mail，名称为小写字母、数字和横线',
})
