/** An agent in an application of Fastify. */
// #region fastify
import type { AcpMount } from '@acp-stack/http/server';
import compress from '@fastify/compress';
import fastify, { type FastifyInstance } from 'fastify';

import { userOf } from './users.ts';

export async function inFastify(mount: AcpMount, port: number): Promise<FastifyInstance> {
  const app = fastify();
  await app.register(compress);
  app.decorateRequest('user');
  app.addHook('onRequest', async (request, reply) => {
    const user = userOf(request.headers.authorization);
    request.setDecorator('user', user);
    if (user === undefined) await reply.code(401).send('Log in first.');
  });
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers(); // only in this scope: the agent reads its bodies itself
    scope.addContentTypeParser('*', (_request, _body, done) => {
      done(null);
    });
    scope.all(mount.path, (request, reply) => {
      reply.hijack();
      mount.handle(request.raw, reply.raw, request.getDecorator('user'));
    });
  });
  app.post('/echo', (request) => request.body);
  await app.listen({ port, host: '127.0.0.1' });
  mount.upgrades(app.server);
  return app;
}
// #endregion fastify
