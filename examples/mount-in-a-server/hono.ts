/** An agent in an application of Hono, on Node. */
// #region hono
import type { Server } from 'node:http';

import type { AcpMount } from '@acp-stack/http/server';
import { serve, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { createMiddleware } from 'hono/factory';

import { userOf } from './users.ts';

interface Env {
  readonly Bindings: HttpBindings;
  readonly Variables: { user: string };
}

const login = createMiddleware<Env>(async (context, next) => {
  const user = userOf(context.req.header('authorization'));
  if (user === undefined) return context.text('Log in first.', 401);
  context.set('user', user);
  return next();
});

export function inHono(mount: AcpMount, port: number): Server {
  const app = new Hono<Env>();
  app.use(compress());
  app.all(mount.path, login, (context) => {
    mount.handle(context.env.incoming, context.env.outgoing, context.get('user'));
    return RESPONSE_ALREADY_SENT;
  });
  app.post('/echo', async (context) => context.json(await context.req.json()));
  const server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }) as Server;
  mount.upgrades(server);
  return server;
}
// #endregion hono
