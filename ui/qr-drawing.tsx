type Props = { readonly path: string; readonly side: number; readonly label: string }

/** What `qrPath` made, dark in both themes; it needs white behind it. */
export const QrDrawing = ({ path, side, label }: Props) => (
  <svg viewBox={`0 0 ${side} ${side}`} width="184" height="184" role="img" aria-label={label}>
    <path d={path} stroke="#000" />
  </svg>
)
