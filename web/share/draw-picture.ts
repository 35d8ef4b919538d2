import { qrPath } from '#shared/qr-path.ts'
import { wrapLines } from './wrap-lines.ts'

/** Content of a share picture. `merge`: yellow style for groups; `plate`: style in the brand's colour. */
export type PictureCard = {
  readonly tone: 'plate' | 'merge'
  readonly brand: string
  readonly tab?: string
  readonly headline: string
  readonly lines: readonly string[]
  readonly price?: { readonly label: string; readonly amount: string }
  readonly scan: string
  readonly url: string
}

export const pictureSize = { width: 1080, height: 1440 } as const
const margin = 96
const inner = pictureSize.width - 2 * margin
const dark = '#12221c'

type Sheet = { readonly context: CanvasRenderingContext2D; readonly family: string; readonly ink: string }

/** Draws a share picture on `canvas` and resolves with a PNG. Waits for the page's font. */
export async function drawPicture(canvas: HTMLCanvasElement, card: PictureCard): Promise<Blob> {
  const page = getComputedStyle(document.documentElement)
  const family = getComputedStyle(document.body).fontFamily
  const [plate, mark] = [page.getPropertyValue('--plate').trim(), page.getPropertyValue('--mark').trim()]
  // If the font cannot be loaded, the picture is drawn in a fallback font.
  await document.fonts.load(`800 64px ${family}`, 'A0').catch(() => {})
  canvas.width = pictureSize.width
  canvas.height = pictureSize.height
  const context = canvas.getContext('2d')
  if (!context) throw new Error('this browser cannot draw')
  const merge = card.tone === 'merge'
  const sheet: Sheet = { context, family, ink: merge ? dark : '#ffffff' }

  context.fillStyle = merge ? mark : plate
  context.fillRect(0, 0, pictureSize.width, pictureSize.height)
  frame(sheet)
  await brandMark(sheet)
  words(sheet, card.brand, { x: margin + 96, y: 166, size: 48, weight: 800 })
  if (card.tab) tab(sheet, card.tab, merge ? dark : mark, merge ? '#ffffff' : dark)

  let y = 330
  y = paragraph(sheet, card.headline, { y, size: 92, weight: 800, leading: 1.16 })
  y += 12
  for (const line of card.lines) y = paragraph(sheet, line, { y, size: 40, weight: 500, leading: 1.45 })
  if (card.price) {
    words(sheet, card.price.label, { x: margin, y: y + 72, size: 38, weight: 700 })
    words(sheet, card.price.amount, { x: margin, y: y + 200, size: 132, weight: 800 })
  }
  stub(sheet, card)
  return await new Promise((resolve, reject) => {
    canvas.toBlob((png) => (png ? resolve(png) : reject(new Error('this browser cannot make a picture'))), 'image/png')
  })
}

/** Adds a rounded rectangle to the path. `roundRect` is missing in the canvas of older browsers. */
function roundRect(
  context: CanvasRenderingContext2D,
  ...[x, y, width, height, radius]: readonly [x: number, y: number, width: number, height: number, radius: number]
): void {
  context.moveTo(x + radius, y)
  context.arcTo(x + width, y, x + width, y + height, radius)
  context.arcTo(x + width, y + height, x, y + height, radius)
  context.arcTo(x, y + height, x, y, radius)
  context.arcTo(x, y, x + width, y, radius)
  context.closePath()
}

function frame({ context, ink }: Sheet): void {
  context.strokeStyle = ink
  context.lineWidth = 8
  context.beginPath()
  roundRect(context, 36, 36, pictureSize.width - 72, pictureSize.height - 72, 44)
  context.stroke()
}

/** Draws the shop's mark from the page's icon. If the icon cannot be loaded, the picture goes without it. */
async function brandMark({ context }: Sheet): Promise<void> {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (!icon) return
  const image = new Image()
  image.src = icon.href
  await image.decode().then(
    () => context.drawImage(image, margin, 110, 76, 76),
    () => {},
  )
}

function tab(sheet: Sheet, text: string, fill: string, ink: string): void {
  const { context, family } = sheet
  context.font = `700 36px ${family}`
  const width = context.measureText(text).width + 64
  const left = pictureSize.width - margin - width
  context.fillStyle = fill
  context.beginPath()
  roundRect(context, left, 108, width, 80, 20)
  context.fill()
  words({ ...sheet, ink }, text, { x: left + 32, y: 161, size: 36, weight: 700 })
}

type Place = { readonly x: number; readonly y: number; readonly size: number; readonly weight: number }

function words({ context, family, ink }: Sheet, text: string, { x, y, size, weight }: Place): void {
  context.font = `${weight} ${size}px ${family}`
  context.fillStyle = ink
  context.fillText(text, x, y)
}

type Text = { readonly y: number; readonly size: number; readonly weight: number; readonly leading: number }
/** Draws wrapped text; returns the y position of the next paragraph. */
function paragraph(sheet: Sheet, text: string, { y, size, weight, leading }: Text, x = margin, width = inner): number {
  sheet.context.font = `${weight} ${size}px ${sheet.family}`
  const lines = wrapLines(text, width, (line) => sheet.context.measureText(line).width)
  for (const [index, line] of lines.entries()) words(sheet, line, { x, y: y + index * size * leading, size, weight })
  return y + lines.length * size * leading
}

/** Draws the footer: QR code on white in every theme, its text and the host name. */
function stub({ context, family }: Sheet, card: PictureCard): void {
  const [left, top, side] = [72, 1054, 314] as const
  context.fillStyle = '#ffffff'
  context.beginPath()
  roundRect(context, left, top, pictureSize.width - 2 * left, side, 28)
  context.fill()

  const code = qrPath(card.url)
  // Uses whole pixels per QR module (square), which keeps the edges sharp.
  const module = Math.floor(side / code.side)
  const inset = (side - module * code.side) / 2
  context.save()
  context.translate(left + inset, top + inset)
  context.scale(module, module)
  context.strokeStyle = '#000000'
  context.lineWidth = 1
  context.stroke(new Path2D(code.path))
  context.restore()

  const beside: Sheet = { context, family, ink: dark }
  const x = left + side + 8
  const width = pictureSize.width - 2 * left - side - 40
  const y = paragraph(beside, card.scan, { y: top + 130, size: 46, weight: 800, leading: 1.25 }, x, width)
  words(beside, new URL(card.url).host, { x, y: y + 14, size: 34, weight: 500 })
}
