import Value from 'typebox/value'
import type { TSchema } from 'typebox'
import { describe, expect, it } from 'vitest'
import { apiPrefix, tokenPattern, yesNo } from './api-values.ts'
import { affiliateCalls, Commission, CommissionType } from './contract/affiliate.ts'
import { YesNo } from './contract/call.ts'
import { Device } from './contract/device.ts'
import { GroupCard, GroupPaymentType, GroupSize } from './contract/group.ts'
import { GroupPrice } from './contract/payment.ts'
import { deviceTypeCode, operatingSystems, osCode } from './device-codes.ts'
import { errors } from './errors.ts'

const referral = affiliateCalls['/api/system/system_affiliate_referrals'].output.properties.list.items.properties

const taken = (schema: TSchema): number[] =>
  Array.from({ length: 11 }, (_, index) => index - 1).filter((number) => Value.Check(schema, number))

describe('values in API requests and responses', () => {
  it.each<[string, TSchema, readonly number[]]>([
    ['yes and no', YesNo, [0, 1]],
    ['the size of a group', GroupSize, [2, 3]],
    ['the size of a group offer', GroupPrice.properties.size, [2, 3]],
    ['who pays for a group', GroupPaymentType, [0, 1]],
    ['the status of a group', GroupCard.properties.status, [0, 1]],
    ['the type of a device', Device.properties.type, [0, 1]],
    ['the system of a device', Device.properties.os, [0, 1, 2, 3, 4]],
    ['the type of a commission', CommissionType, [0, 1]],
    ['the status of a commission', Commission.properties.status, [0, 1]],
    ['the status of a referral', referral.status, [0, 1]],
  ])('the field for %s accepts exactly its documented numbers', (_what, schema, numbers) => {
    expect(taken(schema)).toEqual(numbers)
  })

  it('the API writes true as 1 and false as 0', () => {
    expect([yesNo(true), yesNo(false)]).toEqual([1, 0])
  })

  it('the API numbers iOS as 0, Android 1, Mac 2, Windows 3, others 4; phones as 0 and computers as 1', () => {
    const systems = ['ios', 'android', 'mac', 'windows', 'other'] as const
    expect(systems.map(osCode)).toEqual([0, 1, 2, 3, 4])
    expect(systems.map(deviceTypeCode)).toEqual([0, 0, 1, 1, 1])
    expect(operatingSystems).toHaveLength(5)
  })

  it('API calls are under /v4, and outside PROD under /v4/test', () => {
    expect((['PROD', 'TEST', 'DEV'] as const).map(apiPrefix)).toEqual(['/v4', '/v4/test', '/v4/test'])
  })

  it('a session token has 43 characters after the prefix of its kind, which hold 256 bits', () => {
    const held = (bytes: number) => `wf_${Buffer.alloc(bytes).toString('base64url')}`
    expect([31, 32, 33].map((bytes) => tokenPattern.test(held(bytes)))).toEqual([false, true, false])
  })

  it('every API error has one of ten codes in its envelope', () => {
    const codes = [400, 401, 403, 404, 409, 413, 415, 429, 500, 503]
    for (const [status, { code }] of Object.entries(errors)) expect(codes, status).toContain(code)
  })

  it.each([
    ['Unauthorized', 401],
    ['NotFound', 404],
    ['TooLarge', 413],
    ['UnsupportedMediaType', 415],
    ['TooManyRequests', 429],
    ['Internal', 500],
    ['Unavailable', 503],
  ] as const)('the API error %s has the code %i', (status, code) => {
    expect(errors[status].code).toBe(code)
  })
})
