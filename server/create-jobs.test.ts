import { expect, it } from 'vitest'
import { jobKinds } from '#shared/job-kinds.ts'
import { jobHandlers, type JobDeps } from './create-jobs.ts'

it('each kind of job that is done is one of those that the console has words for, and the other way round', () => {
  const everything = { chains: {}, tunnels: {}, alerts: {} } as JobDeps
  expect(Object.keys(jobHandlers(everything)).toSorted()).toEqual(jobKinds.toSorted())
})
