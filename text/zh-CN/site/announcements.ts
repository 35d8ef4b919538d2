import type { AnnouncementsText } from '#text/en/site/announcements.ts'

export default {
  title: '公告',
  description: (brand) => `${brand}的最新消息。`,
  headline: '沿途告示。',
  empty: '还没有公告。',
  all: '全部公告',
  sample: '示例',
} satisfies AnnouncementsText
