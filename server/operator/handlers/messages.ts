import type { messageActions } from '#shared/contract/operator/messages.ts'
import {
  answerPerson,
  closeThread,
  reopenThread,
  tagThread,
  takeThread,
} from '#server/workflows/support/answer-person.ts'
import { dropReply, fillReplies, keepReply, keptReply, showReplies } from '#server/workflows/support/keep-replies.ts'
import { listThreads, showTags, showThread } from '#server/workflows/support/read-threads.ts'
import type { HandlersOf } from '../handler.ts'

export const messageHandlers: HandlersOf<typeof messageActions> = {
  'messages.list': listThreads,
  'messages.show': showThread,
  'messages.take': takeThread,
  'messages.tags': showTags,
  'messages.tag': tagThread,
  'messages.replies': fillReplies,
  'messages.answer': answerPerson,
  'messages.reopen': reopenThread,
  'messages.close': closeThread,
  'replies.list': showReplies,
  'replies.save': { kept: keptReply, act: keepReply },
  'replies.remove': dropReply,
}
