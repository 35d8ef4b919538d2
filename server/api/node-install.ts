import type { FastifyInstance } from 'fastify'
import { enrolPath, installScript, scriptPath } from '#server/modules/tunnels/node-install.ts'
import type { NodeProgram } from '#server/platform/config.ts'
import { enrolNode } from '#server/workflows/tunnels/enrol-node.ts'
import type { Tunnels } from '#server/deps/tunnel-deps.ts'

type Options = { readonly publicOrigin: string; readonly nodeProgram: NodeProgram }

/** Serves the script that sets up a VPN node, and the call by which that script trades its token for the settings. */
export async function registerNodeInstall(
  scope: FastifyInstance,
  { database, keyring }: Pick<Tunnels, 'database' | 'keyring'>,
  { publicOrigin, nodeProgram }: Options,
): Promise<void> {
  const script = installScript(publicOrigin, nodeProgram)
  scope.removeAllContentTypeParsers()
  // Reads every body as text: curl labels it as a form, but it contains only the token.
  scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 200 }, (_request, body, done) => done(null, body))
  scope.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
  })
  scope.get(scriptPath, async (_request, reply) => reply.type('text/x-shellscript; charset=utf-8').send(script))
  scope.post(enrolPath, async (request, reply) => {
    const token = typeof request.body === 'string' ? request.body.trim() : ''
    const config = await enrolNode({ database, keyring, publicOrigin }, token, request.ip)
    // Unknown, used and expired setup tokens get the same answer.
    return config === null ? reply.code(403).send({ message: 'Forbidden' }) : reply.send(config)
  })
}
