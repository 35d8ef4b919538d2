export const shapeOfCheck = 'm4.5 12.5 5 5L19.5 7'
export const shapeOfCross = 'm6 6 12 12M18 6 6 18'
export const shapeOfBang = 'M8.3 3h7.4L21 8.3v7.4L15.7 21H8.3L3 15.7V8.3zM12 7.5v5.5M12 16.4v.2'
const paths = {
  arrow: <path d="M2.5 12h17M12.5 4.5 20 12l-7.5 7.5" />,
  down: <path d="m6 9 6 6 6-6" />,
  check: <path d={shapeOfCheck} />,
  cross: <path d={shapeOfCross} />,
  bang: <path d={shapeOfBang} />,
  copy: (
    <>
      <rect x="8.5" y="8.5" width="11.5" height="11.5" rx="2.5" />
      <path d="M15.5 8.5v-2A2.5 2.5 0 0 0 13 4H6.500A2.5 2.5 0 0 0 4 6.500V13a2.5 2.5 0 0 0 2.5 2.500h2" />
    </>
  ),
  menu: <path d="M4 8h16M4 16h16" />,
  sun: (
    <>
      <circle cx="12" cy="12" r="4" />
      <path d="M12 3v2m0 14v2M3 12h2m14 0h2M5.6 5.6 7 7m10 10 1.4 1.400M5.6 18.4 7 17M17 7l1.4-1.4" />
    </>
  ),
}
type IconName = keyof typeof paths

/** Decorative icon of 20 px. Screen readers skip it, so its meaning must also be in the text. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg className={name === 'arrow' ? 'i arrow' : 'i'} viewBox="0 0 24 24" aria-hidden="true">
    {paths[name]}
  </svg>
)
