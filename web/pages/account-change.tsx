import '#ui/field.css'
import '#ui/field-error.css'
import '#ui/plate.css'
import { definePage } from '#web/render/page.ts'
import { SignPage } from '#web/render/sign-page.tsx'
import en from '#text/en/site/account-change.ts'
import zh from '#text/zh-CN/site/account-change.ts'

const isAt = (path: string, page: string): boolean => path.startsWith(`/account-change/${page}/`)

/** Page behind links in mails about account changes. Works without script and sign-in. */
export default definePage({
  paths: [
    '/account-change/stop/:token',
    '/account-change/confirm/:token',
    '/account-change/confirm/:token/wrong',
    '/account-change/stopped',
    '/account-change/confirmed',
    '/account-change/over',
  ],
  shell: 'bare',
  noindex: true,
  chat: 'never',
  texts: { en, 'zh-CN': zh },
  head: ({ t, data, language, path }) => ({
    title: `${titleOf(t, path)} | ${data.brand[language]}`,
    description: isAt(path, 'confirm') ? t.confirmText : t.stopText,
  }),
  component: ({ t, base, path }) => {
    if (isAt(path, 'stop'))
      return (
        <SignPage title={t.stopTitle} text={t.stopText} picture="bang">
          <form method="post">
            <button className="btn">{t.stop}</button>
          </form>
        </SignPage>
      )
    if (isAt(path, 'confirm')) {
      const isWrong = path.endsWith('/wrong')
      return (
        <SignPage title={t.confirmTitle} text={t.confirmText} picture="bang">
          <form method="post">
            <div className={isWrong ? 'field bad' : 'field'}>
              <label htmlFor="code">{t.code}</label>
              <input
                className="input"
                id="code"
                name="code"
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={12}
                required
                aria-invalid={isWrong || undefined}
                aria-describedby={isWrong ? 'wrong' : undefined}
              />
              {isWrong && (
                <p className="err" id="wrong" role="alert">
                  {t.wrong}
                </p>
              )}
            </div>
            <button className="btn">{t.confirm}</button>
          </form>
        </SignPage>
      )
    }
    const isStopped = path.endsWith('/stopped')
    const isOver = path.endsWith('/over')
    return (
      <SignPage
        title={titleOf(t, path)}
        text={isStopped ? t.stoppedText : isOver ? t.overText : t.confirmedText}
        picture={isOver ? 'bang' : 'dead-end'}
      >
        {isStopped && (
          <a className="btn" href={`${base}/resetpassword`}>
            {t.toPassword}
          </a>
        )}
        <a className="btn quiet" href={base || '/'}>
          {t.toHome}
        </a>
      </SignPage>
    )
  },
})

function titleOf(t: typeof en, path: string): string {
  if (isAt(path, 'stop')) return t.stopTitle
  if (isAt(path, 'confirm')) return t.confirmTitle
  if (path.endsWith('/stopped')) return t.stoppedTitle
  return path.endsWith('/over') ? t.overTitle : t.confirmedTitle
}
