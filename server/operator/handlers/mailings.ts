import type { mailingActions } from '#shared/contract/operator/mailings.ts'
import {
  countSegment,
  dropSegment,
  keptSegment,
  keepSegment,
  showSegments,
} from '#server/workflows/mailings/keep-segments.ts'
import {
  pauseMailing,
  resumeMailing,
  sendMailing,
  showMailing,
  showMailings,
  stopMailing,
  testMailing,
} from '#server/workflows/mailings/manage-mailings.ts'
import type { HandlersOf } from '../handler.ts'

export const mailingHandlers: HandlersOf<typeof mailingActions> = {
  'segments.list': showSegments,
  'segments.count': countSegment,
  'segments.save': { kept: keptSegment, act: keepSegment },
  'segments.remove': dropSegment,
  'mailings.list': showMailings,
  'mailings.show': showMailing,
  'mailings.test': testMailing,
  'mailings.send': sendMailing,
  'mailings.pause': pauseMailing,
  'mailings.resume': resumeMailing,
  'mailings.stop': stopMailing,
}
