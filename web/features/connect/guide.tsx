import type { GuidesTexts } from '#text/en/site/guides.ts'
import type { Language } from '#shared/language.ts'
import type { App, System } from './apps.ts'
import { GuideDrawing } from './guide-drawing.tsx'
import { frameOf, scenes } from './guide-scenes.ts'
import styles from './guide.module.css'

type Props = {
  readonly t: GuidesTexts
  readonly language: Language
  readonly app: App
  readonly system: System
  /** True if the chosen app is for the device that shows this page. */
  readonly isHere: boolean
}

/** Steps by which an app is set up by hand, each with a drawing. */
export default function Guide({ t, app, system, isHere }: Props) {
  const shown = scenes[app.id]
  return (
    <>
      <p className="small dim">{isHere && app.import ? t.opens(app.name) : t.copyFirst}</p>
      <ol className={styles.steps} data-frame={frameOf(system)}>
        {t.steps[app.id].map(({ mark, text }, index) => {
          const scene = shown[index] ?? 'form'
          return (
            <li key={text}>
              <GuideDrawing frame={frameOf(system)} scene={scene} mark={mark} alt={t.alts[scene](mark)} />
              <p>{text}</p>
            </li>
          )
        })}
      </ol>
      <p className="small dim">{t.drawing}</p>
    </>
  )
}
