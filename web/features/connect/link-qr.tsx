import { QrCode } from '#ui/qr-code.tsx'

/** QR code of a subscription link. Loaded separately, because the QR library is larger than the page. */
export default function LinkQr(code: { readonly text: string; readonly label: string }) {
  return <QrCode {...code} />
}
