import { listBuiltIns } from './newer-than-floor.ts'

/** Built-ins that are not deleted, because Chromium enforces our trusted types policy, which needs them. */
const kept = /^Trusted|^trustedTypes$/

/**
 * Returns a script that deletes built-ins which the oldest supported browsers lack. A test that runs it before any page
 * script sees what those browsers would do.
 */
export function deleteNewer(): string {
  const names = listBuiltIns()
    .filter(({ owner, name, inFloor }) => !inFloor && !kept.test(owner ?? name))
    .map(({ owner, name, isStatic }) => [owner, name, isStatic])
  return `(${inPage.toString()})(${JSON.stringify(names)})`
}

/** Deletes the built-ins; this function runs in the browser. */
function inPage(names: readonly (readonly [owner: string | null, name: string, isStatic: boolean])[]): void {
  type Carrier = Record<string, unknown> & { prototype?: Record<string, unknown> }
  const root = globalThis as unknown as Carrier
  const typedArray = Object.getPrototypeOf(Int8Array) as Carrier
  const find = (owner: string): Carrier | undefined => {
    let at: Carrier | undefined = owner.startsWith('TypedArray') ? typedArray : root
    if (at === root) for (const part of owner.split('.')) at = at?.[part] as Carrier | undefined
    return at
  }
  const found = names.map(([owner, name, isStatic]) => [owner === null ? root : find(owner), name, isStatic] as const)
  // Looks up all owner objects first, because some of them are deleted too.
  for (const [carrier, name, isStatic] of found) {
    if (!carrier) continue
    const at = carrier === root || isStatic ? carrier : (carrier.prototype ?? carrier)
    try {
      Reflect.deleteProperty(at, name)
      if (carrier === root['Window']) Reflect.deleteProperty(root, name)
    } catch {
      // Some properties cannot be deleted, so they stay.
    }
  }
}
