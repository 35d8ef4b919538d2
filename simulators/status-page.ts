import type { FastifyInstance } from 'fastify'

export function registerStatusPage(app: FastifyInstance): void {
  app.get('/status', async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .send('<!doctype html><title>Status</title><p>Sample data: all systems work. 示例数据：一切正常。</p>'),
  )
  app.get('/status/api/v2/status.json', async () => ({
    page: { name: 'Sample data', updated_at: new Date().toISOString() },
    status: { indicator: 'none', description: 'All systems work' },
  }))
}
