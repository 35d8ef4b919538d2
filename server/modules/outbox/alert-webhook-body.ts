import { alertPage, alertsPage, isUrgent } from '#shared/alert-kinds.ts'
import type { Language } from '#shared/language.ts'
import { alertMailText, type AlertNotice } from './alert-notice.ts'

/** JSON body of a webhook about alerts, also with a text in the form that chats such as Slack show. */
export function alertWebhookBody(notice: AlertNotice, language: Language, origin: string): string {
  const { heading, lead, notes } = alertMailText(notice, language)
  return JSON.stringify({
    type: 'alerts',
    text: [heading, lead, ...notes, `${origin}${alertsPage}`].filter((line) => line !== '').join('\n'),
    data: {
      digest: notice.isDigest,
      counts: Object.fromEntries(notice.groups.map(({ kind, count }) => [kind, count])),
      alerts: notice.groups.flatMap(({ named }) =>
        named.map((alert) => ({
          ...alert,
          urgent: isUrgent(alert),
          url: `${origin}${alertPage(alert)}`,
        })),
      ),
    },
  })
}
