import { parse, type AnyNode, type Expression, type Literal, type MemberExpression, type Program } from 'acorn'
import { full, fullAncestor } from 'acorn-walk'
import type { BuiltIn } from './newer-than-floor.ts'

export type Newer = { readonly file: string; readonly name: string; readonly around: string }

/** Newest ECMAScript edition whose syntax the oldest supported browsers understand, except for `newerSyntax`. */
const ecmaVersion = 2022

/**
 * Finds syntax and built-ins that the oldest supported browsers lack. Bundles have no types, so a member counts as
 * newer if every built-in of that name is newer, and members that the scripts define themselves are ignored. Only uses
 * that would throw are reported, so `x.name?.()` and `typeof Name` are not.
 */
export function findNewer(scripts: ReadonlyMap<string, string>, builtIns: readonly BuiltIn[]): readonly Newer[] {
  const found: Newer[] = []
  const trees = new Map<string, Program>()
  for (const [file, code] of scripts) {
    try {
      trees.set(file, parse(code, { ecmaVersion, sourceType: 'module' }))
    } catch (error) {
      found.push({ file, name: 'syntax', around: String(error) })
    }
  }
  const newer = sortOut(builtIns, ownNames(trees.values()))
  for (const [file, tree] of trees) {
    const code = scripts.get(file) ?? ''
    fullAncestor(tree, (node, _state, ancestors) => {
      const parent = ancestors.at(-2)
      const name = newerSyntax(node) ?? (parent && newerBuiltIn(node, parent, newer))
      if (name) found.push({ file, name, around: code.slice(Math.max(0, node.start - 60), node.end + 40) })
    })
  }
  return found
}

type NewerNames = {
  readonly globals: ReadonlySet<string>
  readonly statics: ReadonlySet<string>
  /** Members of the language. They are only reported if called as a method. */
  readonly methods: ReadonlySet<string>
  readonly members: ReadonlySet<string>
}

function sortOut(builtIns: readonly BuiltIn[], own: ReadonlySet<string>): NewerNames {
  const globals = new Set<string>()
  const statics = new Set<string>()
  const methods = new Set<string>()
  const members = new Set<string>()
  for (const { owner, name, isStatic, isLanguage, inFloor, isEverywhere } of builtIns) {
    if (inFloor) continue
    if (owner === null || owner === 'Window') globals.add(name)
    else if (isStatic) statics.add(`${owner}.${name}`)
    else if (isLanguage) methods.add(name)
    else if (isEverywhere && !own.has(name)) members.add(name)
  }
  for (const { owner, name, inFloor } of builtIns) {
    if (!inFloor) continue
    if (owner === null) globals.delete(name)
    else [methods, members].forEach((names) => names.delete(name))
  }
  return { globals, statics, methods, members }
}

function ownNames(trees: Iterable<Program>): ReadonlySet<string> {
  const names = new Set<string>()
  for (const tree of trees)
    full(tree, (node) => {
      if (node.type === 'Property' || node.type === 'MethodDefinition' || node.type === 'PropertyDefinition') {
        if (node.key.type === 'Identifier' && !node.computed) names.add(node.key.name)
      } else if (node.type === 'AssignmentExpression' && node.left.type === 'MemberExpression')
        names.add(nameOf(node.left) ?? '')
    })
  return names
}

function newerBuiltIn(node: AnyNode, parent: AnyNode, newer: NewerNames): string | null {
  if (node.type === 'Identifier') return newer.globals.has(node.name) && throwsWithout(node, parent) ? node.name : null
  if (node.type !== 'MemberExpression') return null
  const name = nameOf(node)
  if (name === null || !throwsWithout(node, parent)) return null
  const owner = ownerOf(node.object as Expression)
  if (owner !== null && newer.statics.has(`${owner}.${name}`)) return `${owner}.${name}`
  const isGlobal = owner !== null && /^(?:window|globalThis|self)$/.test(owner) && newer.globals.has(name)
  const isMethod = parent.type === 'CallExpression' && newer.methods.has(name)
  return isGlobal || isMethod || newer.members.has(name) ? name : null
}

function nameOf({ computed, property }: MemberExpression): string | null {
  if (!computed) return property.type === 'Identifier' ? property.name : null
  return property.type === 'Literal' && typeof property.value === 'string' ? property.value : null
}

/**
 * Name of the global that an expression may refer to: `AbortSignal`, `globalThis.AbortSignal`, `Intl.DateTimeFormat`.
 * Null if it has no fixed name.
 */
function ownerOf(object: Expression): string | null {
  if (object.type === 'Identifier') return object.name
  if (object.type !== 'MemberExpression') return null
  const name = nameOf(object)
  return name !== null && ownerOf(object.object as Expression) === 'Intl' ? `Intl.${name}` : name
}

function throwsWithout(node: AnyNode, parent: AnyNode): boolean {
  if (parent.type === 'CallExpression' || parent.type === 'NewExpression')
    return parent.callee === node && !('optional' in parent && parent.optional)
  return parent.type === 'MemberExpression' && parent.object === node && !parent.optional
}

/** Returns syntax that Safari 15 lacks although it belongs to `ecmaVersion`. Both features came with Safari 16.4. */
function newerSyntax(node: AnyNode): string | null {
  if (node.type === 'StaticBlock') return 'static block'
  const pattern = (node as Literal).regex?.pattern
  return pattern !== undefined && /\(\?<[=!]/.test(pattern) ? 'lookbehind' : null
}
