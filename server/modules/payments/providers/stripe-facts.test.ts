import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { stripeEvents } from './stripe-facts.ts'

it('.env.example lists exactly the Stripe events that are read', async () => {
  const example = await readFile(path.join(import.meta.dirname, '../../../../.env.example'), 'utf8')
  const about = /^# Of the endpoint [/]webhooks[/]stripe[^]*?(?=^#STRIPE_)/m.exec(example)?.[0] ?? ''
  const listed = [...about.matchAll(/\b(?:checkout|charge|refund)(?:[.][a-z_]+)+/g)].map(([name]) => name)
  expect(listed.toSorted()).toEqual(stripeEvents.toSorted())
})
