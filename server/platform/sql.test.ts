import { describe, expect, it } from 'vitest'
import { columns, sql } from './sql.ts'

const labels = columns`number, created_at as "createdAt"`

describe('SQL statement', () => {
  it('every value becomes a parameter, and the statement name depends only on the text', () => {
    const find = (id: string, status: string) => sql`select 1 from orders where id = ${id} and status = ${status}`
    expect(find('a', 'paid')).toMatchObject({
      text: 'select 1 from orders where id = $1 and status = $2',
      values: ['a', 'paid'],
    })
    expect(find('b', 'created')).toMatchObject({ name: find('a', 'paid').name, values: ['b', 'created'] })
    expect(sql`select 2`.name).not.toBe(sql`select 3`.name)
  })

  it('a list of columns becomes part of the text anywhere, and never a parameter', () => {
    const find = (id: string, at: Date | null) => sql`select ${id}, ${labels} from orders where paid_at = ${at}`
    const text = 'select $1, number, created_at as "createdAt" from orders where paid_at = $2'
    for (const id of ['a', 'b']) expect(find(id, null)).toMatchObject({ text, values: [id, null] })
  })

  it('text that looks like a list of columns stays a parameter', () => {
    expect(sql`select ${{ text: 'secret' }}, ${'number'}`).toMatchObject({
      text: 'select $1, $2',
      values: [{ text: 'secret' }, 'number'],
    })
  })
})
