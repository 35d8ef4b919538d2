import { access } from './refusals/access.ts'
import { affiliates } from './refusals/affiliates.ts'
import { files } from './refusals/files.ts'
import { imports } from './refusals/imports.ts'
import { money } from './refusals/money.ts'
import { people } from './refusals/people.ts'
import { shop } from './refusals/shop.ts'
import { site } from './refusals/site.ts'
import { system } from './refusals/system.ts'
import { must } from './valid-values.ts'
import { settingFields } from './setting-fields.ts'
import { words } from './words.ts'

/** English templates of all server sentences for operators, by code. */
export const english = {
  ...access,
  ...people,
  ...money,
  ...affiliates,
  ...files,
  ...imports,
  ...shop,
  ...site,
  ...system,
  ...must,
  ...words,
  ...settingFields,
} as const
