import type { keys as english } from '#text/en/actions/keys.ts'
import { translation } from '#text/template.ts'

export const keys = translation<typeof english>()({
  'keys.list': {
    label: '加密密钥',
    about: '列出本数据库用过的 SECRET_KEY_FILE 密钥：哪个用于加密、哪些能解密、哪些已停用。',
    empty: { keys: '没有密钥记录。' },
  },
  'keys.reseal': {
    label: '重新加密',
    about: '把用其他密钥加密的内容，分批改用 SECRET_KEY_FILE 的首个密钥加密。可随时中断后重跑，并报告各密钥剩余行数。',
    empty: { left: '没有仍用其他密钥加密的内容。' },
  },
  'keys.retire': {
    label: '停用密钥',
    about:
      '声明旧密钥不再需要，之后可从 SECRET_KEY_FILE 中删去该行。仍有内容用它加密时会被拒绝；更换前发出的邮件里的链接将失效。',
    says: ['将停用密钥 {key}。', '已停用密钥 {key}：请删去该行并重启所有进程。'],
    hints: { key: '密钥编号，以加密密钥列表中显示的为准' },
  },
})
