import type { ClauseText } from '../en/clause.ts'

export default {
  contents: '目录',
  since: (date) => `${date} 起生效`,
  version: (version) => `第 ${version} 版`,
  sample: '示例文本，正式运营前由运营方替换。',
  others: '其他条款',
} satisfies ClauseText
