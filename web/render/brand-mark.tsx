import type { SiteData, SiteMark } from '#shared/site.ts'
import { Mark } from '#ui/mark.tsx'
import { brandAddress } from './brand-pictures.ts'

/**
 * Mark (logo) of the shop. The shipped mark is inline SVG and follows the theme; a shop's own mark is a picture file.
 */
export const BrandMark = ({ data }: { data: Pick<SiteData, 'mark' | 'pictures'> }) =>
  data.mark ? <img src={sourceOf(data.mark, data)} alt="" width="36" height="36" /> : <Mark />

/** URL of the picture of the mark. An unsaved mark in a preview has no URL yet, so a data URL is used. */
function sourceOf({ kind, data }: SiteMark, site: Pick<SiteData, 'pictures'>): string {
  if (site.pictures !== null) return brandAddress(site, 'mark.svg')
  return kind === 'png' ? `data:image/png;base64,${data}` : `data:image/svg+xml,${encodeURIComponent(data)}`
}
