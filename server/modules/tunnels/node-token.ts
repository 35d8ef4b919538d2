import { createHash, randomBytes } from 'node:crypto'

/** 256 bits that exist at the node alone; only this digest is stored. */
export const makeNodeToken = (): string => randomBytes(32).toString('base64url')

export const nodeTokenHash = (token: string): Buffer => createHash('sha256').update(`node ${token}`).digest()
