import { createHash } from 'node:crypto'
import { languages, type Language } from '#shared/language.ts'
import type { GroupCard, PictureShape, Renderer, SiteData, SiteGroup } from '#shared/site.ts'
import { foldBase32 } from '#shared/typed-code.ts'
import type { DrawMarked, MarkedPicture } from './picture-drawer.ts'

export type ReadGroup = (code: string) => Promise<Readonly<Record<Language, GroupCard>> | null>
type PictureAnswer =
  | { readonly kind: 'picture'; readonly png: Buffer; readonly forever: boolean }
  | { readonly kind: 'moved'; readonly address: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'busy' }

const shapes = ['wide', 'square'] as const
const codePattern = /^[0-9A-HJKMNP-TV-Z]{11}$/
const addressPattern = new RegExp(
  String.raw`^/og/group/([0-9A-HJKMNP-TV-Z]{11})/([\w-]{1,22})-(${languages.join('|')})-(${shapes.join('|')})\.png$`,
)
const maxKeptBytes = 8 * 1024 * 1024

export function groupCodeOf(path: string, url: string): string | null {
  if (path !== '/group-buying') return null
  const query = new URLSearchParams(url.slice(path.length).split('?', 2)[1])
  const code = query.get('group')
  if (code === null) return null
  const spelled = foldBase32(code)
  return codePattern.test(spelled) ? spelled : ''
}

/** Language in a group link, for link preview programs that send no Accept-Language. */
export const hintedLanguage = (url: string): string | undefined => /[?&]lang=(en|zh-CN)(?:&|$)/.exec(url)?.[1]

/**
 * Draws the link preview pictures of groups. The URL of a picture contains the state of its group, and only the current
 * state is drawn. Recent pictures are kept in memory, and concurrent requests share one drawing.
 */
export class GroupPictures {
  readonly #renderer: Renderer
  readonly #draw: DrawMarked
  readonly #kept = new Map<string, Buffer>()
  readonly #drawing = new Map<string, Promise<MarkedPicture | null>>()
  #keptBytes = 0

  constructor(renderer: Renderer, draw: DrawMarked) {
    this.#renderer = renderer
    this.#draw = draw
  }

  addresses(card: GroupCard, language: Language, data: SiteData): SiteGroup['pictures'] {
    const address = (shape: PictureShape) => this.#picture(card, language, shape, data).address
    return { wide: address('wide'), square: address('square') }
  }

  async answer(address: string, data: SiteData, readGroup: ReadGroup): Promise<PictureAnswer> {
    const [, code, , language, shape] = addressPattern.exec(address) ?? []
    const cards = code === undefined ? null : await readGroup(code)
    if (!cards) return { kind: 'none' }
    const known = language as Language
    const picture = this.#picture(cards[known], known, shape as PictureShape, data)
    if (picture.address !== address) return { kind: 'moved', address: picture.address }
    const kept = this.#kept.get(address)
    const svgOf = (mark: SiteData['mark']) =>
      this.#picture(cards[known], known, shape as PictureShape, { ...data, mark }).svg
    const drawn = kept ? { png: kept, isWhole: true } : await this.#drawOnce(address, data.mark, svgOf)
    if (!drawn) return { kind: 'busy' }
    const { png, isWhole: forever } = drawn
    if (forever) this.#keep(address, png)
    return { kind: 'picture', png, forever }
  }

  #picture(card: GroupCard, language: Language, shape: PictureShape, data: SiteData) {
    const svg = this.#renderer.groupPicture({ card, language, shape, data })
    const digest = createHash('sha256').update(svg).digest('base64url').slice(0, 22)
    return { svg, address: `/og/group/${card.groupId}/${digest}-${language}-${shape}.png` }
  }

  #drawOnce(address: string, ...drawn: Parameters<DrawMarked>): Promise<MarkedPicture | null> {
    const drawing = this.#drawing.get(address) ?? this.#draw(...drawn).finally(() => this.#drawing.delete(address))
    this.#drawing.set(address, drawing)
    return drawing
  }

  #keep(address: string, png: Buffer): void {
    this.#keptBytes += png.length - (this.#kept.get(address)?.length ?? 0)
    this.#kept.delete(address)
    this.#kept.set(address, png)
    for (const [oldest, bytes] of this.#kept) {
      if (this.#keptBytes <= maxKeptBytes) return
      this.#kept.delete(oldest)
      this.#keptBytes -= bytes.length
    }
  }
}
