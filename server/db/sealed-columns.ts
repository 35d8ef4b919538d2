import { sealedWebhooks } from '#server/modules/alerts/sealed-webhooks.queries.ts'
import { sealedStock } from '#server/modules/benefits/sealed-stock.queries.ts'
import { sealedConnectionKeys } from '#server/modules/connections/sealed-keys.queries.ts'
import { sealedAccountantMail } from '#server/modules/exports/accountant-mail.queries.ts'
import { sealedOperatorAddresses } from '#server/modules/operators/sealed-addresses.queries.ts'
import { sealedOperatorFactors } from '#server/modules/operators/sealed-factors.queries.ts'
import { sealedProposals } from '#server/modules/operators/sealed-proposals.queries.ts'
import { sealedMessages } from '#server/modules/outbox/sealed-messages.queries.ts'
import { sealedEvents } from '#server/modules/payments/sealed-events.queries.ts'
import { sealedFactors } from '#server/modules/second-factors/sealed-factors.queries.ts'
import { sealedEntries } from '#server/modules/support/sealed-entries.queries.ts'
import { sealedImages } from '#server/modules/support/sealed-images.queries.ts'
import { sealedProviders } from '#server/modules/tunnels/panels/sealed-providers.queries.ts'
import { sealedNodes } from '#server/modules/tunnels/sealed-nodes.queries.ts'
import { sealedEndpoints } from '#server/modules/webhooks/sealed-endpoints.queries.ts'
import type { SealedColumn } from '#server/platform/sealed-column.ts'

/** All encrypted columns. A test fails if a bytea column is missing here. */
export const sealedColumns: readonly SealedColumn[] = [
  sealedOperatorFactors,
  sealedOperatorAddresses,
  sealedProposals,
  sealedAccountantMail,
  sealedWebhooks,
  sealedConnectionKeys,
  sealedEndpoints,
  sealedNodes,
  sealedProviders,
  sealedFactors,
  sealedStock,
  sealedMessages,
  sealedEntries,
  sealedImages,
  sealedEvents,
]
