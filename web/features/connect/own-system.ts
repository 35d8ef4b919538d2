import { systems, type System } from './apps.ts'

/** The visitor's own, as the page's first script named it; a computer that it does not know is treated as one with Windows. */
export function ownSystem(): System {
  const { os } = document.documentElement.dataset
  return systems.find((system) => system === os) ?? 'windows'
}
