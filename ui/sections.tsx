import type { MouseEvent, ReactNode, Ref } from 'react'
import { Icon } from './icon.tsx'
import styles from './sections.module.css'

type Section = {
  readonly to: string
  readonly label: string
  /** Number of unread entries with a label for screen readers, such as "2 unread"; absent if there are none. */
  readonly unread?: { readonly count: number; readonly label: string } | undefined
}
type Props = {
  /** Label of the menu for screen readers. */
  readonly label: string
  readonly sections: readonly Section[]
  /** Path of the current page. The menu marks its section, also for a page below that section. */
  readonly path: string
  readonly logOut: ReactNode
  readonly onFollow?: ((event: MouseEvent<HTMLAnchorElement>, to: string) => void) | undefined
  readonly menuRef?: Ref<HTMLElement>
  readonly contentRef?: Ref<HTMLDivElement>
  readonly children: ReactNode
}

/**
 * Area of several pages with a menu beside them. On narrow screens the menu is folded under the name of the section.
 */
export function Sections({ label, path, menuRef, contentRef, children, ...menu }: Props) {
  const current = menu.sections.find(({ to }) => path === to || path.startsWith(`${to}/`))
  const unread = menu.sections.find((section) => section.unread)?.unread
  return (
    <div className={`page ${styles.area}`}>
      <nav ref={menuRef} className={styles.side} aria-label={label}>
        <details className={styles.folded}>
          <summary>
            <i aria-hidden="true" />
            <span>
              <span className="small dim">{label}</span>
              <b>{current?.label ?? label}</b>
            </span>
            {unread && <Unread {...unread} />}
            <Icon name="down" />
          </summary>
          <Menu {...menu} current={current} />
        </details>
        <div className={styles.open}>
          <Menu {...menu} current={current} />
        </div>
      </nav>
      <div ref={contentRef} tabIndex={-1} className={styles.content}>
        {children}
      </div>
    </div>
  )
}

type MenuProps = Pick<Props, 'sections' | 'logOut' | 'onFollow'> & { readonly current: Section | undefined }

const Menu = ({ sections, current, logOut, onFollow }: MenuProps) => (
  <>
    <ul>
      {sections.map((section) => (
        <li key={section.to}>
          <a
            href={section.to}
            aria-current={section === current ? 'page' : undefined}
            onClick={(event) => {
              // Folds the menu by script, because links inside the app load no new page, which would fold it.
              event.currentTarget.closest('details')?.removeAttribute('open')
              onFollow?.(event, section.to)
            }}
          >
            {section.label}
            {section.unread && <Unread {...section.unread} />}
          </a>
        </li>
      ))}
    </ul>
    {logOut}
  </>
)

const Unread = ({ count, label }: NonNullable<Section['unread']>) => (
  <span className={styles.unread}>
    <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
    <span className="vh">{label}</span>
  </span>
)
