import { qrPath } from '#shared/qr-path.ts'
import { QrDrawing } from './qr-drawing.tsx'

export const QrSvg = ({ text, label }: { text: string; label: string }) => <QrDrawing {...qrPath(text)} label={label} />
