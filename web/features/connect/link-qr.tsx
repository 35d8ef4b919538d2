import { QrCode } from '#ui/qr-code.tsx'

/** Loaded separately, because the QR library is larger than the page. */
export default function LinkQr(code: { readonly text: string; readonly label: string }) {
  return <QrCode {...code} />
}
