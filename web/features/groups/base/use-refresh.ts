import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { userQuery } from '#web/client/session.ts'

export function useRefreshGroup(code: string): () => void {
  const queryClient = useQueryClient()
  return useCallback(() => {
    for (const queryKey of [['group', code], ['my-group', code], ['groups'], userQuery.queryKey])
      void queryClient.invalidateQueries({ queryKey })
  }, [code, queryClient])
}
