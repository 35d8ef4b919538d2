import { expect, it } from 'vitest'
import { jobKinds } from '#shared/job-kinds.ts'
import { jobHandlers, type JobDeps } from './create-jobs.ts'

it('the kinds of jobs equal those that the console can name', () => {
  const everything = { chains: {}, tunnels: {}, alerts: {} } as JobDeps
  expect(Object.keys(jobHandlers(everything)).toSorted()).toEqual(jobKinds.toSorted())
})
