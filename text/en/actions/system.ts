import type { ActionTexts } from '#text/action-text.ts'

export const system = {
  'jobs.list': {
    label: 'Jobs',
    about: 'Lists jobs: waiting, running, dead, or finished in the last week.',
    hints: { status: 'Filters by status; by default waiting jobs' },
    empty: { items: 'No jobs found.' },
  },
  'jobs.lanes': {
    label: 'Job queues',
    about:
      'Shows the queues of jobs: how many wait and for how long, how many are running or dead, and whether a provider does not respond.',
  },
  'jobs.run': {
    label: 'Run jobs now',
    about: 'Makes a waiting or dead job due now, or all dead jobs. The running server or worker executes them.',
    hints: { job: 'Only this job', dead: 'All dead jobs, or those of one kind' },
  },
  'jobs.drop': {
    label: 'Delete a dead job',
    about: 'Deletes a dead job for good. Its work will not be done automatically any more.',
    says: [
      'Would delete {kind} ({about}), tried {attempts} times: {error}.',
      'Deleted {kind} ({about}), tried {attempts} times: {error}.',
    ],
    hints: { job: 'A dead job' },
  },
  'errors.list': {
    label: 'Errors',
    about:
      'Lists errors in calls, jobs and browsers, in this order, newest first. Kept for 30 days; only production reports errors.',
    hints: { days: 'Number of days to go back', side: 'Only errors from here' },
    empty: { items: 'No errors.' },
  },
  'errors.show': {
    label: 'Show an error',
    about: 'Shows an error with its stack trace.',
    hints: { id: 'Id of the error, as shown in the list' },
  },
  'sms.spent': {
    label: 'SMS',
    about:
      'Shows the SMS of the last 14 days (UTC) by country code, how many the budget refused, and how much of today’s budget is left.',
  },
  'marketing.export': {
    label: 'Export conversions',
    about:
      'Exports sign-ups and purchases that came from advertisements as CSV, with gclid and similar ids, for upload.',
    says: ['Would write {count} conversions into {file}.', 'Wrote {count} conversions into {file}.'],
    hints: { from: 'First day', until: 'Day after the last one' },
  },
} as const satisfies Partial<ActionTexts>
