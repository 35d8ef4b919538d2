import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Registry, type Metric } from 'prom-client'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { countProcess } from '#server/metrics/count-process.ts'
import { countShop } from '#server/metrics/count-shop.ts'
import { createMetrics } from '#server/metrics/create-metrics.ts'
import { readPromql } from './read-promql.ts'

const root = path.join(import.meta.dirname, '../../..')
const read = (file: string) => readFile(path.join(root, file), 'utf8')

type Rule = {
  record?: string
  alert?: string
  expr: string
  labels?: { severity: string }
  annotations?: { summary: string; runbook: string }
}
type Panel = { title: string; type: string; targets?: { expr: string; legendFormat?: string }[] }
let rules: Rule[]
let panels: Panel[]
let exported: Set<string>
let shown: Map<string, string[]>
let document: string

beforeAll(async () => {
  const { groups } = parse(await read('monitoring/alerts.yml')) as { groups: { name: string; rules: Rule[] }[] }
  rules = groups.flatMap((group) => group.rules)
  panels = (JSON.parse(await read('monitoring/dashboard.json')) as { panels: Panel[] }).panels
  document = await read('docs/operate.md')
  const parts = { pool: () => ({ busy: 0, idle: 0, waiting: 0 }), stuckLanes: () => [] }
  const metrics = createMetrics({ ...parts, readShop: () => Promise.reject(new Error('none')) })
  const types = [...(await metrics.show()).matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => ({
    name,
    type,
  }))
  exported = new Set(types.map(({ name }) => name))
  const registry = new Registry()
  countProcess(registry, parts)
  countShop(registry)
  const labelsOf = (name: string) =>
    (registry.getSingleMetric(name) as (Metric & { labelNames: string[] }) | undefined)?.labelNames ?? []
  shown = new Map([
    // Metrics that Prometheus itself adds for each target.
    ['up', []],
    ...rules.flatMap(({ record }) => (record === undefined ? [] : [[record, []] as [string, string[]]])),
    ...types.flatMap(({ name, type }): [string, string[]][] =>
      type === 'histogram'
        ? [
            [`${name}_bucket`, [...labelsOf(name), 'le']],
            [`${name}_sum`, labelsOf(name)],
            [`${name}_count`, labelsOf(name)],
          ]
        : [[name, labelsOf(name)]],
    ),
  ])
})

function missingIn(expr: string): string[] {
  const { metrics, labels } = readPromql(expr)
  expect(metrics, expr).not.toEqual([])
  // Labels that Prometheus adds to every target.
  const known = new Set(['job', 'instance', ...metrics.flatMap((name) => shown.get(name) ?? [])])
  return [...metrics.filter((name) => !shown.has(name)), ...labels.filter((name) => !known.has(name))]
}

describe('PromQL check', () => {
  const broken: [string, string | RegExp][] = [
    ['sum(rate(wayfare_http_requests_total[5m])', /Not PromQL from character 41 on/],
    ['sum by (route (wayfare_lane_stuck)', /Not PromQL/],
    ['maxx(wayfare_lane_stuck)', /Not PromQL/],
    ['wayfare_lane_stuck{lane=settlement}', /Not PromQL/],
    ['', /Not PromQL/],
    ['rate(wayfare_http_requests_total)', /rate\(\) needs a range/],
    ['histogram_quantile(0.9, wayfare_job_seconds_bucket[5m])', /histogram_quantile\(\) has a range/],
    ['wayfare_http_requests_total[5m] > 1', /A range stands alone/],
  ]
  it.each(broken)('an invalid expression is refused: %s', (expr, reason) => {
    expect(() => readPromql(expr)).toThrow(reason)
  })

  it('an expression with unknown metrics or labels is reported', () => {
    expect(missingIn('sum by (lanes) (wayfare_jobs{state="due"})')).toEqual(['lanes'])
    expect(missingIn('sum by (le) (rate(wayfare_job_seconds_count[5m]))')).toEqual(['le'])
    expect(missingIn('wayfare_job > on (lane) wayfare_lane_stuck')).toEqual(['wayfare_job'])
    expect(missingIn('max by (instance, lane) (wayfare_jobs{state=~"due|dead"})')).toEqual([])
  })
})

describe('Prometheus rules', () => {
  it('rules are valid PromQL over existing metrics, labels and recordings', () => {
    for (const { expr } of rules) expect(missingIn(expr), expr).toEqual([])
    const ofPrometheus = rules.filter(({ expr }) => readPromql(expr).metrics.includes('up'))
    expect(ofPrometheus.map(({ alert }) => alert)).toEqual(['WayfareProcessDown'])
  })

  it('rules compare with existing histogram buckets', async () => {
    const { count } = { count: rules.filter(({ expr }) => expr.includes('le=~')).length }
    expect(count).toBe(10)
    const metrics = createMetrics({
      readShop: () => Promise.reject(new Error('none')),
      pool: () => ({ busy: 0, idle: 0, waiting: 0 }),
      stuckLanes: null,
    })
    metrics.measure.answered({ method: 'GET', route: '/', status: 200, seconds: 0.5 })
    metrics.measure.jobEnded({ lane: 'settlement', kind: 'x', outcome: 'done', seconds: 1, sinceDueSeconds: 20 })
    const text = await metrics.show()
    expect(text).toContain('wayfare_http_request_seconds_bucket{le="1",route="/"} 1')
    expect(text).toContain('wayfare_job_done_after_seconds_bucket{le="30",lane="settlement"} 1')
  })

  it('each objective has a fast and a slow burn-rate alert over two windows', () => {
    const budgets = rules.filter(({ alert }) => alert?.includes('Budget'))
    expect(budgets.map(({ alert, labels }) => `${alert} ${labels?.severity}`)).toEqual(
      ['Availability', 'Speed', 'Settlement'].flatMap((aim) => [
        `Wayfare${aim}BudgetFast page`,
        `Wayfare${aim}BudgetSlow ticket`,
      ]),
    )
    const windows = budgets.map(({ expr }) =>
      [...expr.matchAll(/rate(\d+[mhd])/g)].map(([, window]) => window).join(' '),
    )
    expect(new Set(windows)).toEqual(new Set(['1h 5m 6h 30m', '3d 6h']))
  })

  it('promtool tests cover each alert firing and not firing', async () => {
    type Case = { alertname: string; exp_alerts: unknown[] }
    const { tests } = parse(await read('monitoring/alerts.test.yml')) as { tests: { alert_rule_test: Case[] }[] }
    const cases = tests.flatMap((each) => each.alert_rule_test)
    const alerts = rules.flatMap(({ alert }) => alert ?? []).toSorted()
    const named = (fires: boolean) => [
      ...new Set(cases.filter((each) => each.exp_alerts.length > 0 === fires).map(({ alertname }) => alertname)),
    ]
    expect(named(true).toSorted()).toEqual(alerts)
    expect(named(false).toSorted()).toEqual(alerts)
  })

  it('each alert has a runbook under its name', () => {
    const headings = new Set([...document.matchAll(/^### (\w+)$/gm)].map(([, name = '']) => name))
    const alerts = rules.flatMap(({ alert }) => alert ?? [])
    expect([...headings]).toEqual(alerts)
    const runbooks = rules.filter(({ alert }) => alert !== undefined).map(({ annotations }) => annotations?.runbook)
    expect(runbooks).toEqual(alerts.map((alert) => `docs/operate.md#${alert.toLowerCase()}`))
  })
})

describe('sample for Alertmanager', () => {
  type Route = { receiver: string; matchers?: string[]; mute_time_intervals?: string[]; routes?: Route[] }
  type Sample = {
    route: Route
    receivers: { name: string }[]
    time_intervals: { name: string }[]
    inhibit_rules: { source_matchers: string[]; target_matchers: string[] }[]
  }
  const valueOf = (matcher: string) => /^\w+=~?"(.+)"$/.exec(matcher)?.[1] ?? expect.fail(matcher)

  it('each severity has a receiver that exists, and only tickets wait for the morning', async () => {
    const { route, receivers, time_intervals: times } = parse(await read('monitoring/alertmanager.yml')) as Sample
    const routes = route.routes ?? []
    const names = receivers.map(({ name }) => name)
    for (const { receiver } of [route, ...routes]) expect(names).toContain(receiver)
    const severities = new Set(rules.flatMap(({ labels }) => labels?.severity ?? []))
    expect(new Set(routes.flatMap(({ matchers = [] }) => matchers.map(valueOf)))).toEqual(severities)
    const muted = routes.filter((each) => each.mute_time_intervals)
    expect(muted.map(({ matchers }) => matchers)).toEqual([['severity="ticket"']])
    expect(muted.flatMap((each) => each.mute_time_intervals)).toEqual(times.map(({ name }) => name))
  })

  it('inhibition rules name alerts that exist', async () => {
    const { inhibit_rules: silencing } = parse(await read('monitoring/alertmanager.yml')) as Sample
    const alerts = rules.flatMap(({ alert }) => alert ?? [])
    for (const matcher of silencing.flatMap((each) => [...each.source_matchers, ...each.target_matchers])) {
      const pattern = new RegExp(`^(?:${valueOf(matcher)})$`)
      expect(
        alerts.some((alert) => pattern.test(alert)),
        matcher,
      ).toBe(true)
    }
  })
})

describe('dashboard', () => {
  it('dashboard panels are valid PromQL over existing metrics and labels', () => {
    const drawn = panels.flatMap(({ targets = [] }) => targets)
    expect(drawn.length).toBeGreaterThan(20)
    for (const { expr } of drawn) expect(missingIn(expr), expr).toEqual([])
  })

  it('dashboard legends use labels that exist in the result', () => {
    for (const { expr, legendFormat = '' } of panels.flatMap(({ targets = [] }) => targets)) {
      const known = readPromql(expr).metrics.flatMap((name) => shown.get(name) ?? [])
      const named = [...legendFormat.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, label = '']) => label)
      expect(
        named.filter((label) => ![...known, 'instance', 'job'].includes(label)),
        legendFormat,
      ).toEqual([])
    }
  })
})

describe('docs/operate.md', () => {
  // The document says once that other metrics of Node.js have the names of the library that exports them.
  it('the document describes every metric of ours, and only metrics that are exported', () => {
    const described = new Set(
      [...document.matchAll(/`((?:wayfare|nodejs|process)_[a-z0-9_]+)`/g)].map(([, name = '']) => name),
    )
    const ours = [...exported].filter((name) => name.startsWith('wayfare_'))
    expect(ours.filter((name) => !described.has(name))).toEqual([])
    expect([...described].filter((name) => !exported.has(name))).toEqual([])
  })
})
