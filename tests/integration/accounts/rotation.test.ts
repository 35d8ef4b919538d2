import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, registerThroughApi, type TestApp } from '../../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const userInfo = '/api/system/system_user_info'
const age = (sql: string, token: string) =>
  app.db.asOwner(`update session_tokens set ${sql} where token_hash = sha256(convert_to($1, 'utf8'))`, [token])
const ask = (token: string | undefined) => app.call(userInfo, {}, { token })
const graceOver = (token: string) => age("superseded_at = now() - interval '61 seconds'", token)

describe('lost answer with a rotated token', () => {
  it('a rotated token whose answer was lost is sent again for the old token until the new one was used', async () => {
    const { token } = await registerThroughApi(app, 'lost.rotation')
    await age("issued_at = now() - interval '61 minutes'", token)
    const lost = await ask(token)
    const again = await ask(token)
    expect(again.pragma).toBe(lost.pragma)
    expect(again.pragma).toMatch(/^wf_/)
    await graceOver(token)
    expect((await ask(again.pragma)).status).toBe('OK')
    expect((await ask(token)).status).toBe('Unauthorized')
  })

  it('a first rotated token after registering whose answer was lost is sent again', async () => {
    const answer = await app.call('/api/user/user_register_username', {
      accountName: 'lost.upgrade',
      password: 'correct horse 42',
      agreed: true,
    })
    const lost = await ask(answer.pragma)
    const again = await ask(answer.pragma)
    expect(lost.pragma).toMatch(/^wf_/)
    expect(again.pragma).toBe(lost.pragma)
    await graceOver(answer.pragma!)
    expect((await ask(again.pragma)).status).toBe('OK')
  })

  it('the rotated token is not sent again once it was used', async () => {
    const { token } = await registerThroughApi(app, 'used.already')
    await age("issued_at = now() - interval '61 minutes'", token)
    const { pragma } = await ask(token)
    expect((await ask(pragma)).status).toBe('OK')
    expect(await ask(token)).toMatchObject({ status: 'OK', pragma: undefined })
  })

  it('the rotated token is not sent again after the grace period or the end of the session', async () => {
    const { token } = await registerThroughApi(app, 'too.late')
    await age("issued_at = now() - interval '61 minutes'", token)
    const { pragma } = await ask(token)
    await graceOver(token)
    expect(await ask(token)).toMatchObject({ status: 'Unauthorized', pragma: undefined })
    await age('superseded_at = now()', token)
    await app.call('/api/user/user_logout', {}, { token: pragma })
    expect(await ask(token)).toMatchObject({ status: 'Unauthorized', pragma: undefined })
  })

  it('the rotated token cannot be computed from the old one or from stored data', async () => {
    const { token } = await registerThroughApi(app, 'no.formula')
    const answers: (string | undefined)[] = []
    for (let n = 0; n < 2; n++) {
      await age("issued_at = now() - interval '61 minutes', superseded_at = null", token)
      answers.push((await ask(token)).pragma)
    }
    expect(new Set(answers).size).toBe(2)
    const dump = JSON.stringify(
      await app.db.asOwner("select t::text, encode(token_hash, 'escape') from session_tokens t"),
    )
    for (const each of answers) expect(dump).not.toContain(each!.slice(3))
  })
})
