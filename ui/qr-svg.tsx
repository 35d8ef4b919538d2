import { qrPath } from '#shared/qr-path.ts'

/** Dark in both themes, so it needs a white background. */
export function QrSvg({ text, label }: { text: string; label: string }) {
  const { path, side } = qrPath(text)
  return (
    <svg viewBox={`0 0 ${side} ${side}`} width="184" height="184" role="img" aria-label={label}>
      <path d={path} stroke="#000" />
    </svg>
  )
}
