import qrcode from 'qrcode-generator'

/** What stands around a code, in modules. */
const quietZone = 4

/** A QR code as the path of an SVG, each run of dark modules one rectangle, and how many modules it is wide with its quiet zone. */
export function qrPath(text: string): { readonly path: string; readonly side: number } {
  const code = qrcode(0, 'M')
  code.addData(text)
  code.make()
  const count = code.getModuleCount()
  let path = ''
  for (let row = 0; row < count; row++)
    for (let from = 0; from < count; from++) {
      let to = from
      while (to < count && code.isDark(row, to)) to++
      if (to > from) path += `M${from + quietZone} ${row + quietZone}h${to - from}v1h-${to - from}z`
      from = to
    }
  return { path, side: count + 2 * quietZone }
}

/** A QR code as one path, dark in both themes; it needs white behind it. */
export function QrSvg({ text, label }: { text: string; label: string }) {
  const { path, side } = qrPath(text)
  return (
    <svg viewBox={`0 0 ${side} ${side}`} width="184" height="184" role="img" aria-label={label}>
      <path d={path} fill="#000" />
    </svg>
  )
}
