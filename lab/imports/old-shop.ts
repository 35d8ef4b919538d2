import { createHash, randomUUID } from 'node:crypto'
import argon2 from '@node-rs/argon2'
import bcrypt from '@node-rs/bcrypt'
import type { ImportSource } from '#server/modules/imports/readers/records.rules.ts'
import type { Fault } from '#server/modules/imports/stage.rules.ts'
import { drawFrom } from '../load/arrivals.ts'

type OldHash = { readonly algorithm: string | null; readonly hash: string; readonly salt: string | null }
/** Person of a generated shop. `fate`: what an import must do with the row. */
export type OldPerson = {
  readonly id: number
  readonly email: string
  readonly password: string
  readonly hash: OldHash
  /** End in seconds since 1970. `never`: no end. `none`: no membership was ever bought. */
  readonly expires: number | 'never' | 'none'
  readonly plan: number | null
  readonly devices: number | null
  readonly balanceMinor: number
  readonly commissionMinor: number
  readonly used: { readonly up: number; readonly down: number; readonly allowed: number }
  readonly isBanned: boolean
  readonly isAdmin: boolean
  readonly token: string
  readonly inviter: number | null
  readonly createdAt: number
  readonly remarks: string | null
  readonly fate: 'added' | Extract<Fault['code'], 'emailInvalid' | 'emailDoubled' | 'planUnmapped' | 'neverEnds'>
}
type OldOrder = {
  readonly id: number
  readonly person: number
  readonly plan: number
  readonly amountMinor: number
  /** States of V2board: 0 open, 1 being opened, 2 cancelled, 3 completed, 4 credited. */
  readonly status: 0 | 1 | 2 | 3 | 4
  readonly createdAt: number
}
export type OldShop = {
  readonly source: ImportSource
  readonly people: readonly OldPerson[]
  readonly orders: readonly OldOrder[]
  readonly plans: readonly { readonly id: number; readonly name: string; readonly devices: number | null }[]
  readonly cards: readonly { readonly code: string; readonly isUsed: boolean }[]
}

/** Salt in the configuration of the generated SSPanel-UIM. */
export const siteSalt = 'salt of the site'
/** Plan that people have and that the shop has deleted. The operator chooses no plan for it. */
export const deletedPlan = 99
const day = 86_400
const hex = (algorithm: string, text: string) => createHash(algorithm).update(text).digest('hex')
const passwords = ['correct horse', 'Passw0rd!2020', '密码是九个字啊', 'naïve café 99', 'x'.repeat(60), 'a b c d e f']

/** Hash forms of each panel; sources are named in `write-shop.ts`. PHP's bcrypt writes `$2y$` and has a cost of 10. */
async function hashesFor(source: ImportSource): Promise<(OldHash & { password: string })[]> {
  const hashesOf = async (password: string, index: number) => {
    const php = (hash: string) => ({ password, algorithm: null, hash, salt: null })
    const digest = (algorithm: string, salt: string | null, name: string, length = 64) => {
      const hash = hex(name, `${password}${salt ?? ''}`).slice(0, length)
      return { password, algorithm, hash, salt }
    }
    const bcrypted = php((await bcrypt.hash(password, 10)).replace('$2b$', '$2y$'))
    const salt = `pepper${index}`
    const argon = async (algorithm: 1 | 2) =>
      php(await argon2.hash(password, { algorithm, memoryCost: 65_536, timeCost: 4, parallelism: 1 }))
    const bcrypts = [bcrypted, bcrypted, bcrypted, bcrypted]
    if (source === 'sspanel')
      return [...bcrypts, await argon(1), await argon(2), digest('sha256salt', siteSalt, 'sha256')]
    const plain = [digest('md5', null, 'md5'), digest('sha256', null, 'sha256'), digest('md5salt', salt, 'md5')]
    const later = [digest('sha256salt', salt, 'sha256')]
    if (source === 'csv') return [...bcrypts, await argon(2), ...plain, ...later, digest('sha3salt', salt, 'sha3-256')]
    return [...bcrypts, ...plain, ...(source === 'xboard' ? later : [])]
  }
  const hashes: (OldHash & { password: string })[] = []
  // Hashes passwords one at a time: each argon2 hash takes 64 MB, and the memory of the import is measured afterwards.
  for (const [index, password] of passwords.entries()) hashes.push(...(await hashesOf(password, index)))
  return hashes
}

const hosts = ['gmail.com', 'qq.com', '163.com', 'outlook.com', 'proton.me', 'icloud.com']
const addressOf = (id: number, draw: number): string => {
  const plain = `user.${id}@${hosts[id % hosts.length]}`
  if (draw < 0.1) return plain.toUpperCase()
  if (draw < 0.14) return `first.last+${id}@${hosts[id % hosts.length]}`
  if (draw < 0.16) return `u${id}@bücher.example`
  return draw < 0.18 ? ` ${plain} ` : plain
}

/** Generates a shop that looks like one of some years. The same seed gives the same people. */
export async function makeShop(source: ImportSource, count: number, seed = 1): Promise<OldShop> {
  const draw = drawFrom(seed)
  const pick = <T>(items: readonly T[]): T => items[Math.floor(draw() * items.length)] as T
  const hashes = await hashesFor(source)
  const now = Math.floor(Date.now() / 1000)
  const plans = [1, 2, 3, 4, 5, 6].map((id) => ({
    id,
    name: ['月付', '季付 🚀', "Pro 'Max'", 'Year; "best"', '不限时\\套餐', '流量包'][id - 1] as string,
    devices: id % 2 === 0 ? id : null,
  }))
  const people = Array.from({ length: count }, (_, index): OldPerson => {
    const id = index + 1
    const kind = draw()
    const hasPlan = kind > 0.15
    const isFar = kind > 0.97 && kind <= 0.98
    const expires =
      kind <= 0.15
        ? 'none'
        : kind <= 0.4
          ? now - Math.floor(draw() * 900 * day) - 60
          : kind <= 0.47
            ? 'never'
            : isFar
              ? 253_402_214_400
              : now + day + Math.floor(draw() * 700 * day)
    const { password, ...hash } = pick(hashes)
    const isInvalid = id % 701 === 0
    const isDoubled = id % 499 === 0 && !isInvalid
    const isUnmapped = hasPlan && id % 307 === 0
    const email = isInvalid
      ? pick(['no at sign', 'a b@c.example', 'x@localhost', '邮箱@例子.广告'])
      : isDoubled
        ? `ＵＳＥＲ.${id - 1}@${hosts[(id - 1) % hosts.length]}`
        : (id + 1) % 499 === 0
          ? `user.${id}@${hosts[id % hosts.length]}`
          : addressOf(id, draw())
    const hasTime = typeof expires === 'string' ? expires === 'never' : expires > now
    return {
      id,
      email,
      password,
      hash,
      // The other person of a doubled address has no time, so that the expected one is clear.
      expires: isDoubled ? 'none' : expires,
      plan: !hasPlan ? null : isUnmapped ? deletedPlan : 1 + (id % 6),
      devices: pick([null, null, null, 0, 1, 3, 5, 12]),
      balanceMinor: pick([0, 0, 0, 0, 150, 1_990, 100_000, -500]),
      commissionMinor: pick([0, 0, 0, 320]),
      used: { up: Math.floor(draw() * 2e11), down: Math.floor(draw() * 2e12), allowed: hasPlan ? 107_374_182_400 : 0 },
      isBanned: id % 53 === 0,
      isAdmin: id === 1,
      token: source === 'sspanel' ? tokenOf(draw) : hex('md5', `${seed} token ${id}`),
      inviter: inviterOf(id, count, draw()),
      createdAt: now - Math.floor((30 + draw() * 1_400) * day),
      remarks:
        draw() < 0.05
          ? pick(['it\'s \\ "quoted"\r\n第二行 😀', '=HYPERLINK("x")', "');DROP TABLE users;--", ''])
          : null,
      fate: isInvalid ? 'emailInvalid' : isDoubled ? 'emailDoubled' : isUnmapped && hasTime ? 'planUnmapped' : 'added',
    }
  })
  const orders = people.flatMap(({ id, plan, createdAt }) =>
    Array.from({ length: plan === null ? 0 : 1 + Math.floor(draw() * 3) }, (_, index): OldOrder => ({
      id: id * 10 + index,
      person: id,
      plan: plan ?? 1,
      amountMinor: pick([990, 2_680, 19_900]),
      status: pick([0, 1, 2, 3, 3, 3, 3, 4] as const),
      createdAt: createdAt + index * 30 * day,
    })),
  )
  const cards = Array.from({ length: 500 }, (_, index) => ({
    code: randomUUID().slice(0, 18),
    isUsed: index % 3 === 0,
  }))
  return { source, people, orders, plans, cards }
}

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz'
/** Token of SSPanel-UIM: 16 letters and digits (`Tools::genSubToken`). */
const tokenOf = (draw: () => number): string =>
  Array.from({ length: 15 }, () => letters[Math.floor(draw() * letters.length)]).join('') + Math.floor(draw() * 10)

/**
 * Inviter of a person; null for none. Makes chains, inviters who registered later or do not exist, and circles such as
 * careless imports leave.
 */
function inviterOf(id: number, count: number, draw: number): number | null {
  if (id % 997 === 0) return id
  if (id % 991 === 0) return id + 1
  if (id % 991 === 1 && id > 1) return id - 1
  if (id % 601 === 0) return count + 5_000
  if (draw > 0.4 || id === 1) return null
  return draw < 0.02 ? Math.min(count, id + 40) : draw < 0.25 ? id - 1 : Math.max(1, Math.floor(id / 7))
}
