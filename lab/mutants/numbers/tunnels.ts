import { changes, integration } from './change.ts'

export const tunnelNumbers = [
  ...changes(
    'server/modules/tunnels/usage-days.ts',
    integration(
      'tunnels/uniproxy.test.ts',
      'is forgotten: traffic of a day after sixty days, addresses after five minutes',
    ),
    [
      ['traffic is kept for 60 days', 'usageDays = 60', 'usageDays = 59'],
      ['traffic is kept for 60 days, not 61', 'usageDays = 60', 'usageDays = 61'],
      ['addresses are known for 5 minutes', 'onlineMinutes = 5', 'onlineMinutes = 4'],
      ['addresses are known for 5 minutes, not 6', 'onlineMinutes = 5', 'onlineMinutes = 6'],
    ],
  ),
  ...changes(
    'server/modules/tunnels/reports.service.ts',
    integration('tunnels/uniproxy.test.ts', 'a repeated report counts once in thirty seconds'),
    [
      ['an equal report is a repeated one for 30 seconds', 'repeatSeconds = 30', 'repeatSeconds = 15'],
      ['an equal report is a repeated one for 30 seconds, not 40', 'repeatSeconds = 30', 'repeatSeconds = 40'],
    ],
  ),
  ...changes(
    'server/modules/tunnels/node-calls.ts',
    integration('tunnels/uniproxy.test.ts', 'asks so often in a minute and no more'),
    [
      ['a node makes 600 calls in a minute', 'callsPerMinute = 600', 'callsPerMinute = 599'],
      ['a node makes 600 calls in a minute, not 601', 'callsPerMinute = 600', 'callsPerMinute = 601'],
    ],
  ),
  ...changes(
    'server/modules/limits/limits.rules.ts',
    integration('tunnels/links.test.ts', 'a link is fetched thirty times an hour, from wherever'),
    [
      ['a link is fetched 30 times an hour', "'link-token': { max: 30,", "'link-token': { max: 29,"],
      ['a link is fetched 30 times an hour, not 31', "'link-token': { max: 30,", "'link-token': { max: 31,"],
    ],
  ),
  ...changes(
    'server/modules/limits/limits.rules.ts',
    integration('tunnels/links.test.ts', 'is looked for twenty times an hour by one network'),
    [
      ['a network looks for 20 links that are none', "'link-network': { max: 20,", "'link-network': { max: 19,"],
      [
        'a network looks for 20 links that are none, not 21',
        "'link-network': { max: 20,",
        "'link-network': { max: 21,",
      ],
    ],
  ),
]
