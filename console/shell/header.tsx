import { useSpoken } from '#console/client/language.ts'
import { useMe } from '#console/client/session.ts'
import { switchTheme } from '#console/client/theme.ts'
import { Icon } from '#console/frame/icon.tsx'
import { AlertBell } from './alert-bell.tsx'
import { FactorCountdown } from './factor-countdown.tsx'
import { zoneText } from '#console/client/display.ts'
import { useNow } from '#console/client/use-now.ts'

type Props = {
  readonly isPhone: boolean
  readonly onFind: () => void
  readonly onKeys: () => void
  readonly onViews: () => void
}

export function Header({ isPhone, onFind, onKeys, onViews }: Props) {
  const { t } = useSpoken()
  const { environment } = useMe()
  return (
    <header className="top">
      <button type="button" className="find" aria-keyshortcuts="Control+K" onClick={onFind}>
        <Icon name="find" />
        <span className="vh">{t.openFind}: </span>
        <span className="grow">{t.find}</span>
        <kbd>Ctrl K</kbd>
      </button>
      <span className="grow wide" />
      {t.environment[environment] && <span className="tag hold">{t.environment[environment]}</span>}
      {!isPhone && (
        <>
          <Clock />
          <FactorCountdown />
        </>
      )}
      <AlertBell />
      {!isPhone && (
        <>
          <button type="button" className="btn q ic" title={`${t.views} (V)`} aria-label={t.views} onClick={onViews}>
            <Icon name="save" small />
          </button>
          <button type="button" className="btn q ic" title={`${t.keys} (?)`} aria-label={t.keys} onClick={onKeys}>
            <span aria-hidden="true">?</span>
          </button>
          <button type="button" className="btn q ic" title={t.theme} aria-label={t.theme} onClick={switchTheme}>
            <Icon name="theme" small />
          </button>
          <LanguageSwitch />
        </>
      )}
    </header>
  )
}

function Clock() {
  const { t } = useSpoken()
  const date = new Date(useNow(10_000))
  const time = `${String(date.getHours()).padStart(2, '0')}:${String(date.getMinutes()).padStart(2, '0')}`
  return <span className="live wide">{t.clock(time, zoneText(date))}</span>
}

export function LanguageSwitch() {
  const { t, language, speak } = useSpoken()
  const other = language === 'en' ? 'zh-CN' : 'en'
  return (
    <button type="button" className="btn q" lang={other} onClick={() => speak(other)}>
      {t.otherLanguage}
    </button>
  )
}
