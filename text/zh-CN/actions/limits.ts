import { operatorLimitNames, operatorLimitTable, type OperatorLimitName } from '#shared/operator-limits.ts'
import type { limits as english } from '#text/en/actions/limits.ts'
import { translation } from '#text/template.ts'
import { limits as meanings } from '../limits.ts'

const limitHints = Object.fromEntries(
  operatorLimitNames.map((name) => [name, `${meanings[name]}，默认 ${operatorLimitTable[name].default}`]),
) as Readonly<Record<OperatorLimitName, string>>

export const limits = translation<typeof english>()({
  'limits.show': { label: '限额', about: '查看一位运营人员可独自执行的限额、默认值以及可设置的范围。' },
  'limits.change': {
    label: '修改限额',
    about: '设置一位运营人员可独自执行的限额。立即生效，对之前准备、之后执行的提案同样有效。',
    second: '任何情况下。',
    hints: { ...limitHints },
  },
})
