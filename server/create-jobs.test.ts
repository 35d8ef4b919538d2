import { expect, it } from 'vitest'
import { jobKinds } from '#shared/job-kinds.ts'
import { jobHandlers, type JobDeps } from './create-jobs.ts'

it('the console has a label for every kind of job, and no other labels', () => {
  const everything = { chains: {}, tunnels: {}, alerts: { publicOrigin: 'http://localhost' } } as JobDeps
  expect(Object.keys(jobHandlers(everything)).toSorted()).toEqual(jobKinds.toSorted())
})
