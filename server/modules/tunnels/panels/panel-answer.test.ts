import { describe, expect, it } from 'vitest'
import { foreignAnswers, foreignNames } from '#tests/support/foreign-answers.ts'
import {
  isMarzbanAnswer,
  isReceiverAnswer,
  isRemnawaveAnswer,
  isUnknownToMarzban,
  isUnknownToRemnawave,
} from './panel-answer.ts'

function said(status: number, body: string, contentType = 'application/json') {
  let json: unknown
  try {
    json = JSON.parse(body)
  } catch {
    json = undefined
  }
  return { status, headers: new Headers({ 'content-type': contentType }), body: Buffer.from(body), json }
}
const foreign = foreignNames.map((name) => {
  const { status, headers, body } = foreignAnswers[name]
  return [name, { ...said(status, body), headers: new Headers(headers) }] as const
})
const error = (status: number, errorCode: string) =>
  said(status, JSON.stringify({ timestamp: 'x', path: '/api/users', message: 'A reason', errorCode }))

describe('answer that does not come from the panel', () => {
  it.each(foreign)(
    "%s is not a panel's answer and does not mean that the user is unknown to the panel",
    (_name, answer) => {
      expect(isRemnawaveAnswer(answer)).toBe(false)
      expect(isMarzbanAnswer(answer)).toBe(false)
      expect(isUnknownToRemnawave(answer)).toBe(false)
      expect(isUnknownToMarzban(answer)).toBe(false)
    },
  )

  // Answers that a webhook receiver may give. The webhook protocol requires only a 2xx status, and a receiver words its
  // refusals freely.
  const possible = new Set([
    'an empty 200 of Caddy',
    'a 204 of a portal',
    'an empty object',
    'other JSON',
    'the greeting of another program',
    'JSON null',
    'JSON that breaks off',
    'plain words',
    'a 400 with problem details',
  ])
  it.each(foreign)('accepts %s as answer of a webhook receiver only if such a receiver may send it', (name, answer) => {
    expect(isReceiverAnswer(answer)).toBe(possible.has(name))
  })
})

describe('Remnawave answer', () => {
  it.each([
    ['a user', said(200, '{"response":{"id":1}}')],
    ['an unknown user', error(404, 'A063')],
    ['a refusal of one user with HTTP 500', error(500, 'A039')],
    ['a failed validation', said(400, '{"statusCode":400,"message":"Validation failed","errors":[]}')],
    ['a missing scope', said(403, '{"message":"Forbidden resource","error":"Forbidden","statusCode":403}')],
  ])('recognises %s as an answer of Remnawave', (_name, answer) => {
    expect(isRemnawaveAnswer(answer)).toBe(true)
  })

  it.each([
    ['an error of the framework', said(500, '{"statusCode":500,"message":"Internal server error"}')],
    ['an error code of the whole process', error(500, 'E500')],
  ])('treats %s as an outage of Remnawave', (_name, answer) => {
    expect(isRemnawaveAnswer(answer)).toBe(false)
  })

  it.each([
    ['A025', 404, true],
    ['A063', 404, true],
    ['A219', 404, false],
    ['A025', 400, false],
  ] as const)('error %s with HTTP %i from Remnawave means an unknown user: %s', (code, status, isUnknown) => {
    expect(isUnknownToRemnawave(error(status, code))).toBe(isUnknown)
  })
})

describe('Marzban answer', () => {
  it.each([
    ['a token', said(200, '{"access_token":"x","token_type":"bearer"}')],
    ['an unknown user', said(404, '{"detail":"User not found"}')],
    ['a name that is taken', said(409, '{"detail":"User already exists"}')],
    ["another admin's user", said(403, '{"detail":"You\'re not allowed"}')],
    ['a field that it does not accept', said(422, '{"detail":{"inbounds":"Inbound X doesn\'t exist"}}')],
  ])('recognises %s as an answer of Marzban', (_name, answer) => {
    expect(isMarzbanAnswer(answer)).toBe(true)
  })

  it("treats Marzban's own status 500, which a proxy could send too, as an outage", () => {
    expect(isMarzbanAnswer(said(500, 'Internal Server Error', 'text/plain'))).toBe(false)
  })
})
