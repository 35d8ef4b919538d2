import './app-drawing.css'
import type { Language } from '#shared/language.ts'
import { appDrawing as en } from '#text/en/site/shell.ts'
import { appDrawing as zh } from '#text/zh-CN/site/shell.ts'

const texts = { en, 'zh-CN': zh }
const road = 'M92 400v-40q0-26 20-42l66-54q22-18 22-46v-10'

/** Drawing of the VPN app in the page's theme and language. Its caption says that it is a drawing. */
export function AppDrawing({ language, className }: { language: Language; className?: string | undefined }) {
  const t = texts[language]
  return (
    <figure className={className === undefined ? 'app' : `app ${className}`}>
      <svg viewBox="0 0 300 610" role="img" aria-label={t.label}>
        <clipPath id="screen">
          <rect x="9" y="9" width="282" height="592" rx="36" />
        </clipPath>
        <pattern
          id="streets"
          width="64"
          height="46"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(-14)"
          stroke="var(--m-road)"
        >
          <path d="M0 0H64M0 0V46" strokeWidth="6" />
        </pattern>
        <rect x="3" y="3" width="294" height="604" rx="43" fill="var(--app-edge)" />
        <g clipPath="url(#screen)" fill="none">
          <path fill="var(--m-block)" d="M0 0h300v610H0z" />
          <path fill="url(#streets)" d="M0 0h300v610H0z" />
          <path fill="var(--m-park)" d="M180-10c0 130 30 190 130 230v-240z" />
          <path stroke="var(--m-water)" strokeWidth="54" d="M-20 250c110-10 150 60 330 40" />
          <g stroke="var(--m-road)">
            <path strokeWidth="14" d="M-10 180 310 330M60 620 130-10" />
            <path strokeWidth="26" d={road} />
          </g>
          <path stroke="var(--clear)" strokeWidth="13" d={road} />
          <path fill="#fff" stroke="#12221c" strokeWidth="3.5" d="m200 160 32 32-32 32-32-32z" />
          <path fill="var(--mark)" d="m200 170.5 21.5 21.5-21.5 21.5-21.5-21.5z" />
          <circle cx="92" cy="372" r="13" fill="#fff" stroke="#12221c" strokeWidth="7" />
          <rect x="22" y="50" width="256" height="84" rx="17" fill="var(--plate)" />
          <rect x="28" y="56" width="244" height="72" rx="12" stroke="#fff" strokeWidth="2.2" />
          <path stroke="#fff" strokeWidth="5" d="m236 104 18-20m-15 0h15v15" />
          <g fontWeight="700" fontSize="17">
            <text x="44" y="89" fontSize="23" fill="#fff">
              {t.connected}
            </text>
            <text x="44" y="113" fill="var(--on-plate-2)">
              {t.place}
            </text>
            <rect y="412" width="300" height="200" rx="28" fill="var(--card)" />
            <rect x="90" y="440" width="120" height="62" rx="31" fill="var(--clear)" />
            <circle cx="179" cy="471" r="24" fill="#fff" />
            <g textAnchor="middle">
              <text x="150" y="533" fontSize="19" fill="var(--ink)">
                {t.on}
              </text>
              <text x="150" y="560" fontWeight="400" fill="var(--ink-2)">
                {t.tap}
              </text>
            </g>
          </g>
        </g>
        <rect x="112" y="20" width="76" height="20" rx="10" fill="#12221c" />
      </svg>
      <figcaption>{t.caption}</figcaption>
    </figure>
  )
}
