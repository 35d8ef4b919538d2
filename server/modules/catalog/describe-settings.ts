import type { Settings } from './catalog.service.ts'
import { publishedSettings, type PublishedSettings } from './published-settings.ts'

/** Settings in the form of their file: links by key. */
export function describeSettings(settings: Settings): PublishedSettings {
  const links = Object.fromEntries(settings.links.map(({ key, url }) => [key, url]))
  return Object.fromEntries(publishedSettings.map((name) => [name, name === 'links' ? links : settings[name]]))
}
