import { useId } from 'react'
import { checkContrast, colourPattern, cornerSteps, defaultLook, type Look } from '#shared/brand-look.ts'
import type { FormValue } from '#console/act/form-values.ts'
import { Skeleton } from '#console/frame/query-state.tsx'
import { Segments } from '#console/list/segments.tsx'
import type { BrandText } from '#console/text/en/places/brand.ts'
import { readValue } from './read-value.ts'

type Props = {
  readonly t: BrandText['look']
  readonly value: FormValue | undefined
  readonly onChange: (value: FormValue) => void
}

export function LookInput({ t, value, onChange }: Props) {
  const look = readValue(value) as Look | null
  if (!look) return <Skeleton />
  const set = (change: Partial<Look>) => onChange(JSON.stringify({ ...look, ...change }))
  const isValid = [look.main, look.accent].every((colour) => colourPattern.test(colour))
  return (
    <>
      <Colour label={t.main} value={look.main} onChange={(main) => set({ main })} />
      <Colour label={t.accent} value={look.accent} onChange={(accent) => set({ accent })} />
      <div className="field">
        <span>{t.corners}</span>
        <Segments
          label={t.corners}
          options={cornerSteps.map((step) => ({ value: step, label: t.steps[step] }))}
          chosen={look.corners}
          onChoose={(corners) => set({ corners })}
        />
      </div>
      {isValid && (
        <div className="field" aria-live="polite">
          <span>{t.contrast}</span>
          <ul>
            {checkContrast(look).map(({ of, theme, colour, ratio, instead }) => (
              <li key={`${of} ${theme}`} className="bar">
                <Swatch colour={colour} />
                <span className="grow">
                  {t.of[of]}, {t.themes[theme]}
                </span>
                <b className="num">{ratio.toFixed(2)}</b>
                {instead === null ? (
                  <span className="faint">{t.enough}</span>
                ) : (
                  <>
                    <b className="tag">{t.short}</b>
                    <button
                      type="button"
                      className="lnk"
                      onClick={() => set(of === 'accent' ? { accent: instead } : { main: instead })}
                    >
                      {t.takeColour(instead)}
                    </button>
                  </>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
      <p>
        <button type="button" className="lnk" onClick={() => set(defaultLook)}>
          {t.shipped}
        </button>
      </p>
    </>
  )
}

const Swatch = ({ colour }: { colour: string }) => (
  <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
    <rect width="16" height="16" rx="4" fill={colour} />
  </svg>
)

type ColourProps = { readonly label: string; readonly value: string; readonly onChange: (colour: string) => void }
function Colour({ label, value, onChange }: ColourProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="bar">
        <input
          type="color"
          aria-label={label}
          value={colourPattern.test(value) ? value : '#000000'}
          onChange={({ target }) => onChange(target.value)}
        />
        <input
          id={id}
          className="in-t"
          size={9}
          autoComplete="off"
          spellCheck={false}
          maxLength={7}
          value={value}
          onChange={({ target }) => onChange(target.value.trim().toLowerCase())}
        />
      </div>
    </div>
  )
}
