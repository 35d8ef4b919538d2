import type { Language } from '#shared/language.ts'

/** Likely time zone of each language's readers. The text names it, because a picture cannot know the viewer's zone. */
const zones = { en: { id: 'UTC', name: 'UTC' }, 'zh-CN': { id: 'Asia/Shanghai', name: '北京时间' } } as const

/** Deadline of a group with its time zone: "23 Nov, 09:14 UTC" or "北京时间 11月23日 17:14". */
export function groupDeadline(at: number, language: Language): string {
  const { id, name } = zones[language]
  const parts = new Map(
    new Intl.DateTimeFormat('en-GB', {
      day: 'numeric',
      month: language === 'en' ? 'short' : 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      timeZone: id,
    })
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? ''
  const clock = `${part('hour')}:${part('minute')}`
  const nb = '\u00a0'
  return language === 'en'
    ? `${part('day')}${nb}${part('month')}, ${clock}${nb}${name}`
    : `${name} ${part('month')}月${part('day')}日 ${clock}`
}
