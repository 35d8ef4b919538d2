import { useSpoken } from '#console/client/language.ts'
import { switchTheme } from '#console/client/theme.ts'
import { Dialog } from '#console/frame/dialog.tsx'
import { Icon } from '#console/frame/icon.tsx'
import { LanguageSwitch } from './header.tsx'
import styles from './phone.module.css'
import { Me, morePlaces, PlaceLink } from './navigation.tsx'

type Props = { readonly onViews: () => void; readonly onKeys: () => void; readonly onClose: () => void }

/**
 * Dialog for phones with everything that larger screens show in the side bar and header, and that the phone's bottom
 * bar leaves out.
 */
export default function MoreSheet({ onViews, onKeys, onClose }: Props) {
  const { t } = useSpoken()
  return (
    <Dialog title={t.list.more} onClose={onClose}>
      <nav className={styles.sheet} aria-label={t.list.more}>
        {morePlaces.map((name) => (
          <PlaceLink key={name} name={name} onClick={onClose} />
        ))}
      </nav>
      <div className={styles.sheet}>
        <button type="button" aria-haspopup="dialog" onClick={onViews}>
          <Icon name="save" />
          {t.views}
        </button>
        <button type="button" aria-haspopup="dialog" onClick={onKeys}>
          <Icon name="key" />
          {t.keys}
        </button>
        <button type="button" onClick={switchTheme}>
          <Icon name="theme" />
          {t.theme}
        </button>
      </div>
      <div className="bar">
        <LanguageSwitch />
      </div>
      <Me onLeave={onClose}>
        <Icon name="out" small />
        {t.signOut}
      </Me>
    </Dialog>
  )
}
