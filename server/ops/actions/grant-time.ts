import type { OperatorRole } from '#server/modules/operators/operators.rules.ts'
import { giftWindowDays } from '#server/modules/membership/membership.service.ts'
import { giveTime, previewGift, TooMuchTime } from '#server/workflows/membership/grant-time.ts'
import { formatDate, OpsError, requireText, type Action, type OpsContext } from '../action.ts'
import { requireUser } from './find-user.ts'

const unitSeconds = { days: 86_400, hours: 3_600, minutes: 60 } as const
/** What one user is given within a month, by role. */
const giftDays: Readonly<Record<OperatorRole, number>> = { viewer: 0, support: 31, finance: 366, owner: 3_660 }
const mostDays = giftDays.owner

export const grantTime: Action = {
  name: 'grant-time',
  role: 'support',
  summary: 'Gives a user membership time, with a reason that the user sees in the ledger.',
  usage: '--user UID (--days N | --hours N | --minutes N) --reason TEXT [--dry-run]',
  options: {
    user: { type: 'string' },
    days: { type: 'string' },
    hours: { type: 'string' },
    minutes: { type: 'string' },
    reason: { type: 'string' },
  },
  async run(context) {
    const user = await requireUser(context)
    const seconds = readDuration(context)
    const most = giftDays[context.role]
    const refuse = () =>
      new OpsError(
        `As ${context.role} you give one user at most ${most} days within ${giftWindowDays} days; ${context.role === 'owner' ? 'more is a slip of the finger' : 'an owner or finance gives more'}.`,
      )
    if (seconds > most * 86_400) throw refuse()
    const gift = {
      userId: user.id,
      uid: user.uid,
      seconds,
      reason: requireText(context, 'reason'),
      operator: context.operator,
      mostSeconds: most * 86_400,
    }
    const give = context.dryRun ? previewGift : giveTime
    const { before, after } = await give(context.database, gift).catch((error: unknown) => {
      throw error instanceof TooMuchTime ? refuse() : error
    })
    context.print(
      `${context.dryRun ? 'Would move' : 'Moved'} the expiry of user ${user.uid} from ${formatDate(before)} to ${formatDate(after)}.`,
    )
  },
}

function readDuration({ values }: OpsContext): number {
  const given = Object.entries(unitSeconds).filter(([unit]) => values[unit] !== undefined)
  const [first] = given
  if (given.length !== 1 || !first) throw new OpsError('Give exactly one of --days, --hours and --minutes.')
  const [unit, seconds] = first
  const count = Number(values[unit])
  if (!Number.isInteger(count) || count < 1 || count * seconds > mostDays * 86_400)
    throw new OpsError(`--${unit} is a whole number from 1, and at most ${mostDays} days in all.`)
  return count * seconds
}
