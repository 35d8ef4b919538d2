import type { StatusText } from '#text/en/site/status.ts'

export default {
  clear: '一路畅通',
  slow: '部分线路缓慢',
  down: '服务受阻',
  askedNow: '刚刚查过',
  asked: (ago) => `${ago}查过`,
} satisfies StatusText
