import { operatorLimitNames, operatorLimitTable, type OperatorLimitName } from '#shared/operator-limits.ts'
import type { ActionTexts } from '#text/action-text.ts'
import { limits as meanings } from '../limits.ts'

const limitHints = Object.fromEntries(
  operatorLimitNames.map((name) => [name, `${meanings[name]}; default ${operatorLimitTable[name].default}`]),
) as Readonly<Record<OperatorLimitName, string>>

export const limits = {
  'limits.show': {
    label: 'Limits',
    about:
      'Shows what one operator may do alone, the default of each limit, and the range in which an owner can set it.',
  },
  'limits.change': {
    label: 'Change limits',
    about: 'Sets what one operator may do alone. Applies at once, also to proposals that were prepared before.',
    second: 'Always.',
    hints: { ...limitHints },
  },
} as const satisfies Partial<ActionTexts>
