import type { clients as english } from '#text/en/actions/clients.ts'
import { translation } from '#text/template.ts'

export const clients = translation<typeof english>()({
  'clients.list': {
    label: '客户端版本',
    about: '列出曾经提供过的全部客户端版本及下载地址，最新的在前。',
    empty: { items: '还没有发布过客户端。' },
  },
  'clients.publish': {
    label: '发布客户端',
    about: '发布一个客户端版本，取代该平台当前提供的版本，其他平台不变。',
    says: ['将为 {platform} 提供 {after}。', '数秒内将为 {platform} 提供 {after}。'],
    hints: {
      platform: '适用的设备系统',
      version: '例如 1.4.0',
      address: '下载地址，或应用商店页面',
      mirror: '同一文件的备用下载地址',
      sha256: '文件的 SHA-256；除 iOS 外均需填写',
      bytes: '文件大小',
      date: '发布日期；不填则为今天',
      requiresEn: '设备要求，英文；不填则沿用之前的内容',
      requiresZh: '设备要求，中文；不填则沿用之前的内容',
    },
  },
  'clients.withdraw': {
    label: '撤下客户端',
    about: '将一个平台的客户端从网站撤下，之后可以恢复。',
    says: ['将从网站撤下 {platform} 的 {version}。', '{platform} 的 {version} 将在数秒内从网站撤下。'],
    hints: { platform: '适用的设备系统' },
  },
  'clients.restore': {
    label: '恢复此版本',
    about: '重新提供以前的版本，取代该平台当前提供的版本。',
    says: ['将重新为 {platform} 提供 {after}。', '数秒内将重新为 {platform} 提供 {after}。'],
    hints: { release: '要操作的版本' },
  },
})
