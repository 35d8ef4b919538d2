import type { viewActions } from '#shared/contract/operator/views.ts'
import { dropView, keepView, nameView, showViews } from '#server/workflows/operators/keep-views.ts'
import type { HandlersOf } from '../handler.ts'

export const viewHandlers: HandlersOf<typeof viewActions> = {
  'views.list': showViews,
  'views.save': keepView,
  'views.rename': nameView,
  'views.remove': dropView,
}
