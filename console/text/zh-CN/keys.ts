import type { KeysText } from '../en/keys.ts'

const keys = {
  title: '快捷键',
  find: '查找或操作',
  go: '前往栏目：先按 G，再按对应字母',
  rows: '下一行、上一行',
  open: '打开所在行',
  help: '显示此列表',
  esc: '关闭弹窗',
  single: '启用单键快捷键',
  singleHint: '使用语音输入等工具时可以关闭。',
} satisfies KeysText
export default keys
