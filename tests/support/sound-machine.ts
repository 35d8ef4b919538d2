import type { Machine } from '#server/workflows/alerts/read-machine.ts'

/** Machine with an empty disk of 100 GiB and a site without https. */
export const soundMachine: Machine = { disk: { free: 100 * 2 ** 30, total: 100 * 2 ** 30 }, certificate: 'none' }
