import '#ui/plate.css'
import { definePage } from '#web/render/page.ts'
import { SignPage } from '#web/render/sign-page.tsx'
import en from '#text/en/site/unsubscribe.ts'
import zh from '#text/zh-CN/site/unsubscribe.ts'

function titleOf(t: typeof en, path: string): string {
  if (path.startsWith('/mails/stop/accountant-')) return t.reportTitle
  if (path.startsWith('/mails/confirm/')) return t.confirmTitle
  if (path === '/mails/confirmed') return t.confirmedTitle
  if (path.startsWith('/mails/stop/')) return path.startsWith('/mails/stop/news-') ? t.newsTitle : t.stopTitle
  return path === '/mails/stopped' || path === '/mails/accountant-stopped' ? t.stoppedTitle : t.notStoppedTitle
}

/**
 * Page that unsubscribes from reminders and news: at once with script, otherwise by a button. Also confirms and ends the
 * monthly mail to the accountant, by buttons alone.
 */
export default definePage({
  paths: [
    '/mails/stop/:token',
    '/mails/confirm/:token',
    '/mails/stopped',
    '/mails/not-stopped',
    '/mails/confirmed',
    '/mails/accountant-stopped',
    '/mails/over',
  ],
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
    const isConfirming = path.startsWith('/mails/confirm/')
    if (isConfirming || path.startsWith('/mails/stop/accountant-'))
      return (
        <SignPage title={titleOf(t, path)} text={isConfirming ? t.confirmText : t.reportText} picture="bang">
          <form method="post">
            <button className="btn">{isConfirming ? t.confirm : t.stop}</button>
          </form>
        </SignPage>
      )
    if (path === '/mails/confirmed' || path === '/mails/accountant-stopped' || path === '/mails/over')
      return (
        <SignPage
          title={titleOf(t, path)}
          text={
            path === '/mails/confirmed' ? t.confirmedText : path === '/mails/over' ? t.overText : t.reportStoppedText
          }
          picture={path === '/mails/over' ? 'bang' : 'dead-end'}
        >
          <a className="btn" href={base || '/'}>
            {t.toHome}
          </a>
        </SignPage>
      )
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
