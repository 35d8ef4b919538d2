import '#ui/choice.css'
import { Tabs } from '#ui/tabs.tsx'
import type { ConnectTexts } from '#text/en/site/connect.ts'
import { GuideDoor } from './guide-door.tsx'
import { appsOf, systems, type App, type System } from './apps.ts'
import styles from './connect.module.css'

type Props = {
  readonly t: ConnectTexts
  readonly system: System
  readonly app: App | null
  /** Operating system of the device that shows this page. */
  readonly own: System
  readonly onSystem: (system: System) => void
  readonly onApp: (app: App | null) => void
}

export function ChooseApp({ t, system, app, own, onSystem, onApp }: Props) {
  const words = t.app
  return (
    <section className={styles.choose}>
      <h2>{words.title}</h2>
      <Tabs
        label={words.title}
        tabs={systems.map((key) => ({ key, text: words.systems[key] }))}
        chosen={system}
        panel="connect-apps"
        onChoose={onSystem}
        className={styles.systems}
      />
      <div id="connect-apps" role="tabpanel" aria-labelledby={`connect-apps-${system}`}>
        <fieldset className={styles.apps}>
          <legend>{words.choose}</legend>
          {[...appsOf(system), null].map((each) => (
            <label key={each?.id ?? ''} className={`choice ${styles.app}`}>
              <input
                type="radio"
                name="app"
                value={each?.id ?? ''}
                checked={each?.id === app?.id}
                onChange={() => onApp(each)}
              />
              <i />
              <b>{each?.name ?? words.other}</b>
              {each?.costs && <span className="small dim">{words.costs}</span>}
            </label>
          ))}
        </fieldset>
        {app && (
          <p className={`small dim ${styles.get}`}>
            <a href={app.home} target="_blank" rel="noreferrer">
              {words.get(app.name)}
            </a>
            {words.getText}
          </p>
        )}
        {app && (
          <GuideDoor key={app.id} title={words.guide(app.name)} app={app} system={system} isHere={system === own} />
        )}
      </div>
    </section>
  )
}
