import { listBuiltIns } from './newer-than-floor.ts'

/** Chromium enforces our policy of trusted types, and what fulfils it is these. */
const kept = /^Trusted|^trustedTypes$/

/** A script that takes from a browser whatever the oldest ones lack, before any script of a page runs. */
export function deleteNewer(): string {
  const names = listBuiltIns()
    .filter(({ owner, name, inFloor }) => !inFloor && !kept.test(owner ?? name))
    .map(({ owner, name, isStatic }) => [owner, name, isStatic])
  return `(${inPage.toString()})(${JSON.stringify(names)})`
}

/** Runs in the browser. */
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
  // Looked up before anything is deleted: some owners go as well.
  for (const [carrier, name, isStatic] of found) {
    if (!carrier) continue
    const at = carrier === root || isStatic ? carrier : (carrier.prototype ?? carrier)
    try {
      Reflect.deleteProperty(at, name)
      if (carrier === root['Window']) Reflect.deleteProperty(root, name)
    } catch {
      // What a browser does not give up stays.
    }
  }
}
