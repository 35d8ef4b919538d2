import type { PaletteText } from '../en/palette.ts'

const palette = {
  label: '查找或操作',
  placeholder: '栏目、操作，或用户、订单的任何信息',
  places: '栏目',
  hits: '搜索结果',
  acts: '操作',
  reads: '查看',
  none: '没有匹配项。',
  searching: '搜索中',
  failed: '搜索没有响应。',
  count: (count: number) => `${count} 条结果`,
  move: '移动',
  open: '打开',
} satisfies PaletteText
export default palette
