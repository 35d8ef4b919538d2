import type { messageActions } from '#shared/contract/operator/messages.ts'
import { answerPerson, closeThread, reopenThread, takeThread } from '#server/workflows/support/answer-person.ts'
import { listThreads, showThread } from '#server/workflows/support/read-threads.ts'
import type { HandlersOf } from '../handler.ts'

export const messageHandlers: HandlersOf<typeof messageActions> = {
  'messages.list': listThreads,
  'messages.show': showThread,
  'messages.take': takeThread,
  'messages.answer': answerPerson,
  'messages.reopen': reopenThread,
  'messages.close': closeThread,
}
