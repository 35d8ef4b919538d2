import { systems, type System } from './apps.ts'

/** Operating system found by the page's first script; unknown computers count as Windows. */
export function ownSystem(): System {
  const { os } = document.documentElement.dataset
  return systems.find((system) => system === os) ?? 'windows'
}
