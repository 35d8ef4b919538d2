import type { Renderer, SiteData } from '#shared/site.ts'
import type { DrawMarked, MarkedPicture } from './picture-drawer.ts'

type BrandAnswer =
  | { readonly kind: 'file'; readonly type: string; readonly body: Buffer; readonly forever: boolean }
  | { readonly kind: 'moved'; readonly address: string }
  | { readonly kind: 'shipped' }
  | { readonly kind: 'busy' }

const named = /^\/brand\/[\w-]{1,32}\/([\w./-]{1,60})$/
const plain = /^\/(mark\.svg|icon-(?:\d{3}|maskable)\.png|og\/(?!group\/)[\w-]{1,40}\.png)$/

/** True for URL paths of brand pictures, current or outdated. */
export const isBrandPath = (path: string): boolean => named.test(path) || plain.test(path)

/**
 * Logo mark, icons and link preview pictures of a shop with its own look. Paths contain a digest of the content, so
 * they are cached forever. The fixed file names of the shipped pictures serve them too, because browsers and apps
 * remember those names.
 */
export class BrandFiles {
  readonly #renderer: Renderer
  readonly #draw: DrawMarked
  #path = ''
  #drawn = new Map<string, Promise<MarkedPicture | null>>()

  constructor(renderer: Renderer, draw: DrawMarked) {
    this.#renderer = renderer
    this.#draw = draw
  }

  async answer(path: string, data: SiteData): Promise<BrandAnswer> {
    const name = named.exec(path)?.[1] ?? plain.exec(path)?.[1] ?? ''
    if (data.pictures === null) return named.test(path) ? { kind: 'moved', address: `/${name}` } : { kind: 'shipped' }
    const address = `${data.pictures}/${name}`
    if (named.test(path) && path !== address) return { kind: 'moved', address }
    const svg = this.#renderer.brandPicture(name, data)
    if (svg === null) return { kind: 'shipped' }
    const forever = path === address
    if (name.endsWith('.svg')) return { kind: 'file', type: 'image/svg+xml', body: Buffer.from(svg), forever }
    const drawn = await this.#drawOnce(data.pictures, name, data)
    if (drawn === null) return { kind: 'busy' }
    return { kind: 'file', type: 'image/png', body: drawn.png, forever: forever && drawn.isWhole }
  }

  #drawOnce(path: string, name: string, data: SiteData): Promise<MarkedPicture | null> {
    if (this.#path !== path) this.#drawn = new Map()
    this.#path = path
    const drawn = this.#drawn
    const svgOf = (mark: SiteData['mark']) => this.#renderer.brandPicture(name, { ...data, mark }) ?? ''
    const drawing = drawn.get(name) ?? this.#draw(data.mark, svgOf)
    drawn.set(name, drawing)
    const forget = () => drawn.delete(name)
    drawing.then((picture) => picture?.isWhole !== true && forget(), forget)
    return drawing
  }
}
