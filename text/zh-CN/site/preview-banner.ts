import type { StageText } from '#text/en/site/preview-banner.ts'

export default {
  closed: '商店尚未开放，只有后台人员能看到。',
  rehearsal: '演练中：这里的订单不计入任何数据。',
  leave: '退出',
} satisfies StageText
