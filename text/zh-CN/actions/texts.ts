import type { texts as english } from '#text/en/actions/texts.ts'
import { translation } from '#text/template.ts'

export const texts = translation<typeof english>()({
  'content.list': {
    label: '文案',
    about: '列出所有文案及其状态：已公开、待生效、已撤下、只有一种语言、有草稿。',
    empty: { texts: '还没有文案。' },
  },
  'content.open': {
    label: '打开文案',
    about: '查看一篇文案以供编辑：草稿、当前公开的内容、可用的占位符，以及存在的问题。',
    empty: { newest: '从未发布。', from: '立即', findings: '没有问题。', categories: '还没有分类。' },
  },
  'content.wording': {
    label: '版本内容',
    about: '查看某个版本发布时的原文。',
    hints: { language: '语言', version: '版本' },
  },
  'content.save-draft': {
    label: '保存草稿',
    about: '保存中英文草稿，不会公开；他人在此期间保存的内容不会被覆盖。',
    says: ['将保存 {text} 的草稿。', '已保存 {text} 的草稿。'],
    hints: {
      expect: '你看到的草稿版本；没有草稿时为 0',
      baseEn: '所修改的英文版本；没有则为 0',
      baseZh: '所修改的中文版本；没有则为 0',
      titleEn: '英文标题；常见问题为问题，邮件为主题',
      titleZh: '中文标题',
      summaryEn: '用于列表和搜索引擎的一句话；邮件为抬头',
      summaryZh: '同上，中文',
      markdownEn: '英文正文，Markdown 格式',
      markdownZh: '中文正文，Markdown 格式',
      actionEn: '邮件中链接的英文文字',
      actionZh: '邮件中链接的中文文字',
      date: '公告上显示的日期；其他文本显示发布当天',
      from: '生效时间；不填则立即生效',
      until: '公告的展示截止时间',
      category: '常见问题所属的分类',
      place: '在列表中的位置，从 0 开始',
      incident: '仅限公告：作为故障显示在服务状态页的当天',
      sample: '标记为示例',
      stillRight: '只修改了一种语言，另一种无需改动',
    },
  },
  'content.discard-draft': {
    label: '丢弃草稿',
    about: '丢弃一篇文案的草稿，已公开的内容不变。',
    says: ['将丢弃 {by} 保存的 {text} 草稿。', '已丢弃 {text} 的草稿。'],
    hints: { expect: '你看到的草稿版本；没有草稿时为 0' },
  },
  'content.publish-text': {
    label: '发布',
    about: '发布一篇文案的草稿，两种语言同时生效。法律文本需所有者及验证码，邮件需验证码。',
    second: '邮件通知的人数超过 1,000 人；或文中链接指向公开内容和设置里从未出现过的网站。',
    says: ['将发布 {text}。', '已发布 {text}，数秒内生效。'],
    hints: {
      expect: '你看到的草稿版本；没有草稿时为 0',
      tell: '仅限法律文本：给所有留有邮箱的人发一封邮件告知',
      tellAt: '开始告知的时间；不填则立即告知',
    },
    empty: { from: '立即', until: '长期' },
  },
  'content.withdraw': {
    label: '撤下',
    about: '将一篇文案的两种语言从网站撤下，历史版本保留。邮件恢复为默认文案，需验证码；法律文本需所有者及验证码。',
    says: ['将从网站撤下 {text}。', '{text} 将在数秒内从网站撤下。'],
  },
  'content.restore': {
    label: '重新发布此版本',
    about: '将较早的版本作为新版本再次发布。法律文本需所有者及验证码，邮件需验证码。',
    second: '文中链接指向公开内容和设置里从未出现过的网站。',
    says: [
      '将把 {text} 的第 {version} 版作为第 {after} 版重新发布。',
      '{text} 的第 {version} 版已作为第 {after} 版重新公开。',
    ],
    hints: { language: '语言', version: '版本' },
    empty: { until: '长期' },
  },
  'content.export': { label: '导出内容', about: '导出当前公开的内容：文本、客户端、评价、测速、推广条款。' },
  'content.preview': {
    label: '比对内容',
    about: '查看导入文件夹会产生哪些变更。',
    hints: { folder: '文本位于 {en,zh-CN}/*/*.md，列表和设置位于 *.json', complete: '文件夹中没有的文本会被撤下' },
  },
  'content.publish': {
    label: '发布内容',
    about: '发布文件夹：有变更的文本生成新版本，列表整体替换。法律文本、设置和条款需所有者及验证码，客户端需验证码。',
    second: '改动客户端、镜像或在线客服，或链接指向公开内容和设置里从未出现过的网站。',
    hints: { folder: '文本位于 {en,zh-CN}/*/*.md，列表和设置位于 *.json', complete: '文件夹中没有的文本会被撤下' },
  },
  'content.versions': { label: '文本版本', about: '列出某个文本的所有版本，最新的在前。' },
  'canary.draft': {
    label: '起草声明',
    about: '生成两种语言的声明草稿。签名前请通读：每句话都必须属实。',
    hints: { news: '可证明声明并非事先写好的内容' },
  },
  'canary.sign': {
    label: '签署声明',
    about:
      '用你的 Ed25519 私钥签署声明，签名写入同名的 .sig 文件。私钥不必放在服务器上，也可以用 openssl（pkeyutl -sign -rawin）签名。',
    hints: { file: '声明文件', key: '你的私钥' },
  },
  'canary.key': {
    label: '发布金丝雀公钥',
    about: '发布用于核验声明的公钥。请同时在其他渠道公布其指纹。',
    second: '任何情况下。',
    says: ['将发布公钥 {fingerprint}。', '已发布公钥 {fingerprint}。'],
    hints: { file: '公钥' },
  },
  'canary.publish': {
    label: '发布声明',
    about: '核验签名与日期后，发布已签署的声明。',
    says: ['签名与日期无误。', '已发布，数秒内生效。'],
    hints: { file: '声明文件', signature: '签名文件，默认为同名的 .sig 文件' },
  },
  'canary.status': { label: '金丝雀', about: '查看最新声明的状态、有效期以及历史声明。' },
})
