import { accountNumbers } from './numbers/accounts.ts'
import { keptNumbers } from './numbers/kept.ts'
import { riskNumbers } from './numbers/risk.ts'
import { salesNumbers } from './numbers/sales.ts'
import { siteNumbers } from './numbers/site.ts'
import { tunnelNumbers } from './numbers/tunnels.ts'
import { wireNumbers } from './numbers/wire.ts'

/** Every number of the specification that stands in the code. */
export const numbers = [
  ...accountNumbers,
  ...wireNumbers,
  ...salesNumbers,
  ...riskNumbers,
  ...keptNumbers,
  ...siteNumbers,
  ...tunnelNumbers,
]
