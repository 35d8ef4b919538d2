import { access } from './refusals/access.ts'
import { earnings } from './refusals/earnings.ts'
import { files } from './refusals/files.ts'
import { imports } from './refusals/imports.ts'
import { money } from './refusals/money.ts'
import { people } from './refusals/people.ts'
import { shop } from './refusals/shop.ts'
import { site } from './refusals/site.ts'
import { system } from './refusals/system.ts'
import { must } from './must.ts'
import { settingFields } from './setting-fields.ts'
import { words } from './words.ts'

/** Chinese templates of all server sentences for operators, by code. */
export const chinese = {
  ...access,
  ...people,
  ...money,
  ...earnings,
  ...files,
  ...imports,
  ...shop,
  ...site,
  ...system,
  ...must,
  ...words,
  ...settingFields,
}
