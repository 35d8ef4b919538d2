import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { createMetrics } from '#server/metrics/create-metrics.ts'

const root = path.join(import.meta.dirname, '../../..')
const read = (file: string) => readFile(path.join(root, file), 'utf8')

type Rule = {
  record?: string
  alert?: string
  expr: string
  labels?: { severity: string }
  annotations?: { summary: string; runbook: string }
}
type Panel = { title: string; type: string; targets?: { expr: string }[] }
let rules: Rule[]
let panels: Panel[]
let exported: Set<string>
let samples: Set<string>
let document: string

beforeAll(async () => {
  const { groups } = parse(await read('monitoring/alerts.yml')) as { groups: { name: string; rules: Rule[] }[] }
  rules = groups.flatMap((group) => group.rules)
  panels = (JSON.parse(await read('monitoring/dashboard.json')) as { panels: Panel[] }).panels
  document = await read('docs/observability.md')
  const metrics = createMetrics({
    readShop: () => Promise.reject(new Error('none')),
    pool: () => ({ busy: 0, idle: 0, waiting: 0 }),
    stuckLanes: () => [],
  })
  const types = [...(await metrics.show()).matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => ({
    name,
    type,
  }))
  exported = new Set(types.map(({ name }) => name))
  samples = new Set(
    types.flatMap(({ name, type }) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  )
})

/** Names of metrics in an expression: what stands outside of braces and texts, is no label and no word of PromQL. */
const namesIn = (expr: string): string[] =>
  [...expr.matchAll(/(?:wayfare|nodejs|process)_[a-z0-9_]+|wayfare:[a-z0-9_:]+/g)].map(([name]) => name)

describe('the rules for Prometheus', () => {
  it('ask for metrics that the product shows, and for records that stand there', () => {
    const records = new Set(rules.flatMap(({ record }) => record ?? []))
    for (const { expr } of rules)
      for (const name of namesIn(expr)) expect(name.includes(':') ? records : samples, expr).toContain(name)
    expect(rules.filter(({ expr }) => namesIn(expr).length === 0).map(({ alert }) => alert)).toEqual([
      'WayfareProcessDown',
    ])
  })

  it('compare with a bucket that there is', async () => {
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

  it('watch each aim by a fast and a slow pace, each over two windows', () => {
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

  it('have series for promtool in which each fires, and some in which it does not', async () => {
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

  it('each say what to do under their name', () => {
    const headings = new Set([...document.matchAll(/^### (\w+)$/gm)].map(([, name = '']) => name))
    const alerts = rules.flatMap(({ alert }) => alert ?? [])
    expect([...headings]).toEqual(alerts)
    const runbooks = rules.filter(({ alert }) => alert !== undefined).map(({ annotations }) => annotations?.runbook)
    expect(runbooks).toEqual(alerts.map((alert) => `docs/observability.md#${alert.toLowerCase()}`))
  })
})

describe('the dashboard', () => {
  it('draws metrics that the product shows', () => {
    const records = new Set(rules.flatMap(({ record }) => record ?? []))
    const drawn = panels.flatMap(({ targets = [] }) => targets)
    expect(drawn.length).toBeGreaterThan(20)
    for (const { expr } of drawn) {
      expect(namesIn(expr)).not.toEqual([])
      for (const name of namesIn(expr)) expect(name.includes(':') ? records : samples, expr).toContain(name)
    }
  })
})

describe('docs/observability.md', () => {
  it('describes each metric that the product shows, and no other', () => {
    const described = new Set(
      [...document.matchAll(/`((?:wayfare|nodejs|process)_[a-z0-9_]+)`/g)].map(([, name = '']) => name),
    )
    expect([...exported].filter((name) => !described.has(name))).toEqual([])
    expect([...described].filter((name) => !exported.has(name))).toEqual([])
  })
})
