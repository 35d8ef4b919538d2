import '#ui/plate.css'
import { definePage } from '#web/render/page.ts'
import { SignPage } from '#web/render/sign-page.tsx'
import en from '#text/en/site/unsubscribe.ts'
import zh from '#text/zh-CN/site/unsubscribe.ts'

function titleOf(t: typeof en, path: string): string {
  if (path.startsWith('/mails/stop/')) return path.startsWith('/mails/stop/news-') ? t.newsTitle : t.stopTitle
  return path === '/mails/stopped' ? t.stoppedTitle : t.notStoppedTitle
}

/** Page that unsubscribes from reminders and news: at once with script, otherwise by a button. */
export default definePage({
  paths: ['/mails/stop/:token', '/mails/stopped', '/mails/not-stopped'],
  shell: 'bare',
  noindex: true,
  chat: 'never',
  script: 'stop-mails',
  texts: { en, 'zh-CN': zh },
  head: ({ t, data, language, path }) => ({
    title: `${titleOf(t, path)} | ${data.brand[language]}`,
    description: t.stopText,
  }),
  component: ({ t, base, path }) => {
    if (path.startsWith('/mails/stop/'))
      return (
        <SignPage title={titleOf(t, path)} text={t.stopText} picture="bang">
          <form method="post" data-stop-mails={t.stopping}>
            <button className="btn">{t.stop}</button>
          </form>
        </SignPage>
      )
    const isStopped = path === '/mails/stopped'
    return (
      <SignPage
        title={titleOf(t, path)}
        text={isStopped ? t.stoppedText : t.notStoppedText}
        picture={isStopped ? 'dead-end' : 'bang'}
      >
        <a className="btn" href="/user/notifications#messages">
          {t.toProfile}
        </a>
        <a className="btn quiet" href={base || '/'}>
          {t.toHome}
        </a>
      </SignPage>
    )
  },
})
