import { accountNumbers } from './numbers/accounts.ts'
import { keptNumbers } from './numbers/kept.ts'
import { riskNumbers } from './numbers/risk.ts'
import { salesNumbers } from './numbers/sales.ts'
import { siteNumbers } from './numbers/site.ts'
import { tunnelNumbers } from './numbers/tunnels.ts'
import { wireNumbers } from './numbers/wire.ts'

export const numbers = [
  ...accountNumbers,
  ...wireNumbers,
  ...salesNumbers,
  ...riskNumbers,
  ...keptNumbers,
  ...siteNumbers,
  ...tunnelNumbers,
]
