import qrcode from 'qrcode-generator'

const quietZone = 4

/** QR code as an SVG path; each run of dark modules is a stroke of width 1. `side`: width in modules, with margin. */
export function qrPath(text: string): { readonly path: string; readonly side: number } {
  const code = qrcode(0, 'M')
  code.addData(text)
  code.make()
  const count = code.getModuleCount()
  let path = ''
  for (let row = 0; row < count; row++) {
    path += `M${quietZone} ${row + quietZone}.5`
    let light = 0
    for (let from = 0; from < count; from++) {
      let to = from
      while (to < count && code.isDark(row, to)) to++
      if (to > from) path += `${light > 0 ? `m${light} 0` : ''}h${to - from}`
      light = to > from ? 1 : light + 1
      from = to
    }
  }
  return { path, side: count + 2 * quietZone }
}
