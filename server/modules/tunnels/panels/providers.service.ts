import type { Transaction } from '#server/platform/database.ts'
import { deleteProvider, saveProvider, type Written } from './providers.repo.ts'

export const setProvider = async (tx: Transaction, written: Written): Promise<void> => {
  await saveProvider(tx, written)
}

export const removeProvider = async (tx: Transaction, id: string): Promise<void> => {
  await deleteProvider(tx, id)
}
