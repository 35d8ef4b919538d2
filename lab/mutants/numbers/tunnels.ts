import { changes, integration } from './change.ts'

export const tunnelNumbers = [
  ...changes(
    'server/modules/tunnels/reported-traffic.rules.ts',
    integration('tunnels/uniproxy.test.ts', 'old traffic is deleted after sixty days'),
    [
      ['traffic is kept for 60 days', 'usageDays = 60', 'usageDays = 59'],
      ['traffic is kept for 60 days, not 61', 'usageDays = 60', 'usageDays = 61'],
      ['addresses are known for 5 minutes', 'onlineMinutes = 5', 'onlineMinutes = 4'],
      ['addresses are known for 5 minutes, not 6', 'onlineMinutes = 5', 'onlineMinutes = 6'],
    ],
  ),
  ...changes(
    'server/modules/tunnels/reports.service.ts',
    integration('tunnels/uniproxy.test.ts', 'a report repeated within thirty seconds is added once'),
    [
      ['an equal report is a repeated one for 30 seconds', 'repeatSeconds = 30', 'repeatSeconds = 15'],
      ['an equal report is a repeated one for 30 seconds, not 40', 'repeatSeconds = 30', 'repeatSeconds = 40'],
    ],
  ),
  ...changes(
    'server/modules/tunnels/nodes.rules.ts',
    integration('tunnels/uniproxy.test.ts', 'a node token is limited to 600 requests a minute'),
    [
      ['a node makes 600 calls in a minute', 'callsPerMinute = 600', 'callsPerMinute = 599'],
      ['a node makes 600 calls in a minute, not 601', 'callsPerMinute = 600', 'callsPerMinute = 601'],
    ],
  ),
  ...changes(
    'server/modules/limits/limits.rules.ts',
    integration('tunnels/links.test.ts', 'a link can be fetched thirty times an hour from all addresses together'),
    [
      ['a link is fetched 30 times an hour', "'link-token': { max: 30,", "'link-token': { max: 29,"],
      ['a link is fetched 30 times an hour, not 31', "'link-token': { max: 30,", "'link-token': { max: 31,"],
    ],
  ),
  ...changes(
    'server/modules/limits/limits.rules.ts',
    integration('tunnels/links.test.ts', 'invalid tokens are limited to twenty an hour per network'),
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
