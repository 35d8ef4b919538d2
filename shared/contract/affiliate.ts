import Type from 'typebox'
import { AmountMinor, Body, call, Currency, Instant, Nullable } from './call.ts'
import { ReferralReason } from './rewards.ts'

const Cursor = Type.String({ maxLength: 128, description: '`next` of the page before' })
const Id = Type.String({ maxLength: 64 })
const PayoutCurrency = Type.Literal('USD')
const SignedMinor = Type.Integer()

const PayoutChain = Type.Enum(['tron', 'ethereum', 'bsc', 'polygon', 'arbitrum', 'optimism', 'base'])
export const CommissionType = Type.Enum([0, 1])
/**
 * State of a commission. `held`: held back for the first days. `review`: held by an operator. `payable`: waits for the
 * next payout. `settling`: in a payout that is not paid yet. `paid`: paid out. A reversal is a separate row with a
 * negative amount and the same states.
 */
const CommissionState = Type.Enum(['held', 'review', 'payable', 'settling', 'paid'])
/**
 * State of a reserve, the part of a commission that is paid later. `kept`: held back until its date. `review`: its
 * commission is under review. `payable`: waits for the next payout. `settling`: in a payout that is not paid yet.
 * `paid`: paid out.
 */
const ReserveState = Type.Enum(['kept', 'review', 'payable', 'settling', 'paid'])

const CommissionFields = {
  id: Type.String(),
  referredUid: Nullable(Type.Integer({ description: 'Null once that account is deleted' })),
  package: Type.String({ description: 'In the language of the request' }),
  orderNumber: Type.String(),
  amountPaidMinor: SignedMinor,
  amountPaidCurrency: Currency,
  type: CommissionType,
  referRate: Type.Integer({ description: 'Basis points, frozen with the row' }),
  referAmount: SignedMinor,
  currency: PayoutCurrency,
  status: Type.Enum([0, 1], { description: 'unsettled = 0, settled = 1' }),
  state: CommissionState,
  date: Instant('When the order was paid, or when it was taken back'),
  heldUntil: Instant('End of the hold'),
  reverses: Nullable(Type.String({ description: 'The commission that this row takes back, in part or whole' })),
  reversedMinor: AmountMinor,
  campaign: Nullable(Type.String()),
  reserveMinor: Type.Integer({
    description: 'Of `referAmount`, what is kept back when the rest is paid; of a reversal, what it takes from there',
  }),
  reserveLeftMinor: Type.Integer({
    minimum: 0,
    description: 'What refunds left of the reserve of a commission; of a reversal nothing',
  }),
  reserveUntil: Nullable(Instant('From when on the reserve is payable')),
  reserveState: Nullable(ReserveState),
}
export const Commission = Type.Object(CommissionFields)
const StatementRow = Type.Object({
  ...CommissionFields,
  dueMinor: Type.Integer({ description: 'What of it is in this settlement; all rows sum up to its amount' }),
  isReserve: Type.Boolean({ description: 'Its reserve alone: the rest was in an earlier one' }),
})

const SettlementState = Type.Enum(['prepared', 'approved', 'paid', 'cancelled'])
const SettlementFields = {
  id: Type.String(),
  period: Type.String({ description: 'The month that it closed, 2026-10' }),
  amountMinor: AmountMinor,
  takenBackMinor: AmountMinor,
  currency: PayoutCurrency,
  state: SettlementState,
  preparedAt: Instant('When an operator drew it up'),
  approvedAt: Nullable(Instant('When another one approved it')),
  payoutDate: Nullable(Instant('When it was paid')),
  chain: Nullable(PayoutChain),
  address: Nullable(Type.String({ description: 'Where it was paid to' })),
  transactionHash: Nullable(Type.String()),
  explorerUrl: Nullable(Type.String()),
  onChain: Nullable(
    Type.Enum(['confirmed', 'not_checked', 'mismatch'], {
      description:
        '`not_checked`: no one could look yet. `mismatch`: looked up later than it was recorded, and the chain says otherwise',
    }),
  ),
  commissions: Type.Integer(),
  reserveKeptMinor: Type.Integer({
    description: 'What of its commissions waits in the reserve; less than nothing where refunds were taken from there',
  }),
  reservePaidMinor: Type.Integer({ description: 'What it pays of reserves of earlier ones' }),
}
const Settlement = Type.Object(SettlementFields)

const Tier = Type.Object({
  id: Type.String(),
  name: Type.String(),
  fromPaidReferrals: Type.Integer(),
  firstBps: Type.Integer(),
  renewalBps: Type.Integer(),
  reserve: Nullable(
    Type.Object(
      { bps: Type.Integer(), days: Type.Integer() },
      { description: 'What of each commission is kept back, and for how many days after its hold' },
    ),
  ),
})
const LinkDestination = Type.Enum(['/', '/pricing', '/download', '/trial', '/group-buying', '/register'], {
  description: 'The page that the link leads to',
})
const Link = Type.Object({
  id: Type.String(),
  name: Type.String({ description: "Empty for the affiliate's plain link" }),
  slug: Nullable(Type.String()),
  url: Type.String(),
  visits: Type.Integer(),
  signUps: Type.Integer(),
  paid: Type.Integer(),
  earnedMinor: SignedMinor,
  destination: LinkDestination,
  archived: Type.Boolean({ description: 'Out of the way; it works and earns on' }),
})

const Day = Type.String({ pattern: String.raw`^\d{4}-\d\d-\d\d$`, description: 'A day, UTC: 2026-11-22' })
const Count = Type.Integer({ minimum: 0 })
const Counts = Type.Object({
  visits: Type.Integer({ minimum: 0, description: 'Of people who agreed to be counted' }),
  signUps: Count,
  firsts: Type.Integer({ minimum: 0, description: 'First purchases that earned a commission' }),
  renewals: Count,
  firstMinor: AmountMinor,
  renewalMinor: AmountMinor,
  reversals: Type.Integer({ minimum: 0, description: 'Rows that took a commission back' }),
  reversedMinor: AmountMinor,
})
const Span = Type.Object({ from: Day, to: Day })
const VisitsSince = Nullable(
  Type.String({ description: 'From which day on all visits were kept; null: none is added up yet' }),
)

export const affiliateCalls = {
  '/api/system/system_affiliate': call({
    access: 'user',
    summary:
      "Where the caller stands in the affiliate programme; for an affiliate, the figures of the programme's page.",
    input: Body({}),
    output: Type.Object({
      state: Type.Enum(['none', 'pending', 'approved', 'rejected', 'suspended']),
      reason: Nullable(Type.String({ description: "The operator's words to a rejected or suspended applicant" })),
      appliedAt: Nullable(Instant('When the last application was sent')),
      mayApplyFrom: Nullable(Instant('Rejected: when another application is read')),
      terms: Type.Object({
        version: Type.Integer(),
        since: Type.String(),
        tiers: Type.Array(Tier),
        holdDays: Type.Integer(),
        minPayoutMinor: AmountMinor,
        currency: PayoutCurrency,
        attributionDays: Type.Integer(),
        invitedTrialMinutes: Type.Integer(),
      }),
      contact: Nullable(
        Type.Object(
          { label: Type.String(), url: Type.String(), demo: Type.Boolean() },
          { description: 'Where affiliates reach someone' },
        ),
      ),
      overview: Nullable(
        Type.Object({
          tier: Type.String({ description: 'Id of the tier that the next order counts at' }),
          paidReferrals: Type.Integer(),
          nextTier: Nullable(Type.Object({ id: Type.String(), missing: Type.Integer() })),
          links: Type.Array(Link),
          greetingName: Nullable(Type.String({ description: 'Whom those who come by a link read that it is from' })),
          funnel: Type.Object({ visits: Type.Integer(), signUps: Type.Integer(), paid: Type.Integer() }),
          months: Type.Array(
            Type.Object({
              month: Type.String({ description: 'UTC, 2026-11' }),
              firstMinor: AmountMinor,
              renewalMinor: AmountMinor,
              reversedMinor: AmountMinor,
            }),
            { description: 'The last twelve, oldest first, empty ones included' },
          ),
          balance: Type.Object({
            heldMinor: SignedMinor,
            payableMinor: SignedMinor,
            settlingMinor: AmountMinor,
            paidMinor: AmountMinor,
            reservedMinor: Type.Integer({ description: 'Kept back of what is past its hold' }),
          }),
          reserves: Type.Array(Type.Object({ month: Type.String(), minor: SignedMinor }), {
            description: '`reservedMinor` by the month (UTC, 2026-11) in which it becomes payable',
          }),
          nextPayout: Type.Object({
            period: Type.String({ description: 'The month that is closed next' }),
            closesAt: Instant('From when on it can be drawn up'),
            closesOn: Type.String({ description: 'The day of that, by the clock of the shop: 2026-12-01' }),
            amountMinor: SignedMinor,
            missingMinor: AmountMinor,
          }),
          payoutAddress: Nullable(
            Type.Object({
              chain: PayoutChain,
              address: Type.String(),
              restsUntil: Nullable(Instant('A new address: nothing is approved to it before')),
              isShared: Type.Boolean({
                description: 'Another affiliate has it, too: an operator looks before anything is paid',
              }),
            }),
          ),
        }),
      ),
    }),
  }),
  '/api/system/system_affiliate_apply': call({
    access: 'user',
    summary: 'Applies to the affiliate programme. An operator reads it.',
    input: Body({
      channel: Type.String({
        maxLength: 512,
        description: 'Where the applicant would recommend us: an address or a name',
      }),
      audience: Type.String({ maxLength: 512 }),
      message: Type.String({ maxLength: 4_096 }),
      contact: Type.String({ maxLength: 256, description: 'How to be reached, in their own words' }),
      agreed: Type.Boolean(),
    }),
    output: Type.Object({ state: Type.Literal('pending') }),
  }),
  '/api/system/system_affiliate_campaign': call({
    access: 'user',
    summary: 'Makes a link of its own for a campaign of an affiliate.',
    input: Body({
      name: Type.String({ maxLength: 256 }),
      slug: Type.String({ maxLength: 64 }),
      destination: Type.Optional(LinkDestination),
    }),
    output: Link,
  }),
  '/api/system/system_affiliate_link': call({
    access: 'user',
    summary: 'Renames a link, has it lead to another page, archives it or brings it back. Its address stays as it is.',
    input: Body({
      id: Id,
      name: Type.Optional(Type.String({ maxLength: 256 })),
      destination: Type.Optional(LinkDestination),
      archived: Type.Optional(Type.Boolean()),
    }),
    output: Link,
  }),
  '/api/system/system_affiliate_greeting': call({
    access: 'user',
    summary: 'By what name an affiliate greets those who come by a link; empty for none.',
    input: Body({ name: Type.String({ maxLength: 128 }) }),
    output: Type.Object({}),
  }),
  '/api/system/system_affiliate_payout': call({
    access: 'user',
    signed: true,
    summary:
      'Where an affiliate is paid, in USDT. Needs the password, and a code or recovery code where an authenticator app is on. A new address waits 72 hours; a settlement that is approved already keeps its own.',
    input: Body({
      chain: PayoutChain,
      address: Type.String({ maxLength: 128 }),
      password: Type.String({ maxLength: 1024 }),
      code: Type.Optional(Type.String({ maxLength: 64 })),
      recoveryCode: Type.Optional(Type.String({ maxLength: 64 })),
    }),
    output: Type.Object({}),
  }),
  '/api/system/system_affiliate_figures': call({
    access: 'user',
    summary:
      "What an affiliate's links brought in a range of days, in parts, each beside the same part of as many days before. The sums of the commission rows, exactly.",
    input: Body({ from: Day, to: Day, interval: Type.Enum(['day', 'week', 'month']), link: Type.Optional(Id) }),
    output: Type.Object({
      range: Span,
      before: Span,
      visitsSince: VisitsSince,
      parts: Type.Array(Type.Object({ from: Day, to: Day, counts: Counts, before: Counts })),
    }),
  }),
  '/api/system/system_affiliate_breakdown': call({
    access: 'user',
    summary: 'The same range by link, plan, source, language of the sign-up or currency.',
    input: Body({ from: Day, to: Day, by: Type.Enum(['link', 'plan', 'source', 'language', 'currency']) }),
    output: Type.Object({
      visitsSince: VisitsSince,
      rows: Type.Array(
        Type.Object({
          key: Type.String({ description: 'Empty: of no link; language: not known' }),
          name: Nullable(Type.String({ description: "The link's or the plan's; null where it follows from the key" })),
          counts: Counts,
          before: Counts,
          trend: Type.Array(SignedMinor, { description: 'Links: commission in parts of nearly the same length' }),
        }),
      ),
    }),
  }),
  '/api/system/system_affiliate_commissions': call({
    access: 'user',
    summary:
      "An affiliate's commissions and reversals, newest first; of the state `payable`, whose hold ended last first: a reversal has the hold of what it takes back.",
    input: Body({
      type: Type.Optional(CommissionType),
      state: Type.Optional(CommissionState),
      campaign: Type.Optional(Id),
      from: Type.Optional(Instant('Only from then on')),
      to: Type.Optional(Instant('Only before then')),
      before: Type.Optional(Cursor),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
    }),
    output: Type.Object({ list: Type.Array(Commission), next: Nullable(Type.String()) }),
  }),
  '/api/system/system_affiliate_referrals': call({
    access: 'user',
    summary: 'Whom an affiliate brought, newest first.',
    input: Body({
      status: Type.Optional(Type.Enum([0, 1])),
      campaign: Type.Optional(Id),
      from: Type.Optional(Instant('Only who signed up from then on')),
      to: Type.Optional(Instant('Only who signed up before then')),
      before: Type.Optional(Cursor),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
    }),
    output: Type.Object({
      list: Type.Array(
        Type.Object({
          referredUid: Nullable(Type.Integer({ description: 'Null once that account is deleted' })),
          referralDate: Instant('When they signed up'),
          status: Type.Enum([0, 1], { description: 'registered = 0, paid = 1' }),
          campaign: Nullable(Type.String()),
          counts: Type.Enum(['counted', 'held', 'refused']),
          reason: Nullable(ReferralReason),
        }),
      ),
      next: Nullable(Type.String()),
    }),
  }),
  '/api/system/system_affiliate_settlements': call({
    access: 'user',
    summary:
      "An affiliate's settlements, newest first. `takenBackMinor`: refunds since, by which one that is not paid yet is too high.",
    input: Body({
      before: Type.Optional(Cursor),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
    }),
    output: Type.Object({ list: Type.Array(Settlement), next: Nullable(Type.String()) }),
  }),
  '/api/system/system_affiliate_statement': call({
    access: 'user',
    summary:
      'One settlement of an affiliate with the commissions in it, newest first, what took some of them back, and reserves of earlier ones that it pays.',
    input: Body({
      id: Id,
      before: Type.Optional(Cursor),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
    }),
    output: Type.Object({ settlement: Settlement, list: Type.Array(StatementRow), next: Nullable(Type.String()) }),
  }),
  '/api/system/system_affiliate_trace': call({
    access: 'user',
    summary: 'One commission from the visit to the payout. Steps that have not come yet are null.',
    input: Body({ id: Id }),
    output: Type.Object({
      commission: Commission,
      visit: Nullable(Type.Object({ at: Instant('The visit'), campaign: Nullable(Type.String()) })),
      signUp: Type.Object({
        at: Instant('The sign-up'),
        referredUid: Nullable(Type.Integer()),
        campaign: Nullable(Type.String()),
      }),
      order: Type.Object({
        number: Type.String(),
        package: Type.String(),
        paidAt: Instant('When it was paid'),
        amountMinor: AmountMinor,
        currency: Currency,
        refundedMinor: AmountMinor,
      }),
      rate: Type.Object({
        termsVersion: Type.Integer(),
        tier: Type.String(),
        rateBps: Type.Integer(),
        usdPerUnitMicros: Type.Integer({
          description: "Millionths of a dollar for one unit of the order's currency, frozen with the row",
        }),
      }),
      hold: Type.Object({ until: Instant('End of the hold'), over: Type.Boolean(), review: Nullable(Type.String()) }),
      reversals: Type.Array(Type.Object({ at: Instant('When'), amountMinor: SignedMinor })),
      settlement: Nullable(Settlement),
    }),
  }),
}
