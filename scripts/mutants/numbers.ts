import { accountNumbers } from './numbers/accounts.ts'
import { salesNumbers } from './numbers/sales.ts'
import { siteNumbers } from './numbers/site.ts'
import { tunnelNumbers } from './numbers/tunnels.ts'
import { wireNumbers } from './numbers/wire.ts'

/** Every number of the specification that stands in the code. */
export const numbers = [...accountNumbers, ...wireNumbers, ...salesNumbers, ...siteNumbers, ...tunnelNumbers]
