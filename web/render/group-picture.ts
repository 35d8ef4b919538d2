import { recolourMarkup } from '#shared/brand-look.ts'
import { formatMoney } from '#shared/money.ts'
import type { GroupCard, GroupPictureRequest, PictureShape } from '#shared/site.ts'
import { comma } from '#web/display/comma.ts'
import en from '#text/en/site/group-link.ts'
import zh from '#text/zh-CN/site/group-link.ts'
import { linkWords } from './group-link-words.ts'
import { markIn } from './brand-pictures.ts'
import { pictureSize, squareSize } from './link-pictures.ts'
import { fitSize, lineWidth, textLine } from './picture-text.ts'

const ink = '#12221c'
const yellow = '#ffcb36'
const texts = { en, 'zh-CN': zh }
const markPlace = '<!--mark-->'

/**
 * Preview picture of a group. Depends on the group's state and the shop's plans and brand, not on the clock, so it can
 * be cached.
 */
export function drawGroupPicture({ card, language, shape, data }: GroupPictureRequest): string {
  const words = linkWords(texts[language], card, language)
  const { each, alone } = texts[language]
  const plan = data.goods.find(({ id }) => id === card.goodsId)
  const aloneMinor = plan?.prices.find(({ currency }) => currency === card.currency)?.priceMinor
  const isCheaper =
    words.price !== null && !words.isFree && aloneMinor !== undefined && aloneMinor > card.unitPriceMinor
  const instead = isCheaper
    ? alone(formatMoney({ amountMinor: aloneMinor, currency: card.currency }, language, { whole: true }))
    : ''
  const parts = {
    ...words,
    brand: data.brand[language],
    beside: words.isFree ? instead : joinWords([each, instead], language),
  }
  const drawn = shape === 'wide' ? drawWide(card, parts) : drawSquare(card, parts)
  return recolourMarkup(drawn, data.look).replace(markPlace, () => markIn(data))
}

const joinWords = (words: readonly string[], language: 'en' | 'zh-CN') => words.filter(Boolean).join(comma(language))

type Parts = ReturnType<typeof linkWords> & { readonly brand: string; readonly beside: string }

function drawWide(card: GroupCard, { plan, sign, price, foot, brand, beside }: Parts): string {
  const { width, height } = pictureSize
  const headline = Math.min(...sign.map((line) => fitSize(line, 116, 590)))
  const tab = fitSize(plan, 30, 560)
  const priceSize = price === null ? 0 : fitSize(price, 80, 330)
  return picture('wide', [
    `<rect x="66" y="62" width="${lineWidth(plan, tab) + 44}" height="58" rx="10" fill="${ink}"/>`,
    textLine(plan, { x: 88, y: 101, size: tab, fill: '#fff' }),
    ...sign.map((line, index) => textLine(line, { x: 68, y: 150 + headline * (0.9 + index * 1.08), size: headline })),
    ...(price === null
      ? []
      : [
          textLine(price, { x: 68, y: 508, size: priceSize }),
          textLine(beside, { x: 90 + lineWidth(price, priceSize), y: 508, size: fitSize(beside, 34, 440) }),
        ]),
    textLine(foot, { x: 70, y: 563, size: fitSize(foot, price === null ? 36 : 29, 760) }),
    `<g transform="translate(700 70)">${lanes(card)}</g>`,
    `<g transform="translate(${width - 300} ${height - 116}) scale(1.4)">${markPlace}</g>`,
    textLine(brand, { x: width - 230, y: height - 76, size: fitSize(brand, 38, 170) }),
  ])
}

/** Draws the square version for apps that show small pictures. It has no sentence. */
function drawSquare(card: GroupCard, { plan, sign, price, until, brand }: Parts): string {
  const headline = Math.min(...sign.map((line) => fitSize(line, 56, 410)))
  const top = price === null ? 340 : 276
  return picture('square', [
    `<g transform="translate(46 38) scale(1.05)">${markPlace}</g>`,
    textLine(brand, { x: 102, y: 72, size: fitSize(brand, 34, 340) }),
    textLine(plan, { x: 44, y: 114, size: fitSize(plan, 26, 410) }),
    `<g transform="translate(39 122) scale(0.36)">${lanes(card)}</g>`,
    ...sign.map((line, index) => textLine(line, { x: 44, y: top + headline * (0.5 + index * 1.05), size: headline })),
    ...(price === null ? [] : [textLine(price, { x: 44, y: 432, size: fitSize(price, 50, 410) })]),
    ...(until === null ? [] : [textLine(until, { x: 44, y: 468, size: fitSize(until, 24, 410) })]),
  ])
}

function picture(shape: PictureShape, parts: readonly string[]): string {
  const { width, height } = shape === 'wide' ? pictureSize : squareSize
  const edge = shape === 'wide' ? 18.5 : 13.5
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">`,
    `<path fill="${yellow}" d="M0 0h${width}v${height}H0z"/>`,
    `<rect x="${edge}" y="${edge}" width="${width - edge * 2}" height="${height - edge * 2}" fill="none" stroke="${ink}" stroke-width="5"/>`,
    ...parts,
    '</svg>',
  ].join('')
}

/** Draws a road lane for each seat on 420 × 380, solid if paid, with the initial of the masked name. */
function lanes({ seats }: GroupCard): string {
  const row = seats.length === 2 ? 200 : 140
  const middle = 190
  return seats
    .map(({ state, name }, index) => {
      const y = middle + (index - (seats.length - 1) / 2) * row
      const sits = state === 'taken'
      const dashes = sits ? '' : ' stroke-dasharray="22 16"'
      const bend = y < middle ? 1 : -1
      const lane =
        y === middle
          ? `M112 ${y}h240`
          : `M112 ${y}h80q60 0 60 ${60 * bend}v${middle - y - 120 * bend}q0 ${60 * bend} 60 ${60 * bend}h${seats.length === 2 ? 40 : 0}`
      return [
        `<path d="${lane}" fill="none" stroke="${ink}" stroke-width="22"${dashes}/>`,
        sits
          ? `<circle cx="58" cy="${y}" r="46" fill="${index === 1 ? '#195daa' : ink}"/>`
          : `<circle cx="58" cy="${y}" r="43" fill="${yellow}" stroke="${ink}" stroke-width="6" stroke-dasharray="13 9"/>`,
        sits && !isDrawable(name)
          ? person(y)
          : textLine(sits ? initialOf(name) : '?', {
              x: 58,
              y: y + 16,
              size: 44,
              anchor: 'middle',
              fill: sits ? '#fff' : ink,
            }),
      ].join('')
    })
    .concat(`<path d="m346 ${middle - 44} 44 44-44 44" fill="none" stroke="${ink}" stroke-width="22"/>`)
    .join('')
}

const initialOf = (name: string | null): string => [...(name ?? '')][0]?.toUpperCase() ?? ''
/** True if the picture fonts contain the member's initial. Otherwise a person icon is drawn. */
const isDrawable = (name: string | null): boolean => /^[\p{Script=Latin}\p{Nd}\u4e00-\u9fa5]$/u.test(initialOf(name))
const person = (y: number) =>
  `<g fill="#fff"><circle cx="58" cy="${y - 12}" r="13"/><path d="M34 ${y + 26}a24 24 0 0 1 48 0z"/></g>`
