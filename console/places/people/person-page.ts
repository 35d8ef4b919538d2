import type { Output } from '#console/client/wire.ts'

export type PersonPage = Output<'people.show'>
