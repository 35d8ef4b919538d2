/** What stands above every page. `until`: ISO 8601; absent: until it is taken away. */
export type Notice = { readonly en: string; readonly 'zh-CN': string; readonly until?: string }

/** The notice that is shown now; one whose time is over is none. */
export const noticeNow = (notice: Notice | null, now: Date): Notice | null =>
  notice?.until !== undefined && new Date(notice.until) <= now ? null : notice
