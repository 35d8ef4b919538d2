/** Banner on every page. `until`: ISO 8601; absent: until removed. */
export type Notice = { readonly en: string; readonly 'zh-CN': string; readonly until?: string }

/** Notice to show now; null after its end. */
export const noticeNow = (notice: Notice | null, now: Date): Notice | null =>
  notice?.until !== undefined && new Date(notice.until) <= now ? null : notice
