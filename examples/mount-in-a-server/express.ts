/** An agent in an application of Express. */
// #region express
import type { Server } from 'node:http';

import type { AcpMount } from '@acp-stack/http/server';
import compression from 'compression';
import express, { type RequestHandler } from 'express';

import { userOf } from './users.ts';

const login: RequestHandler = (request, response, next) => {
  const user = userOf(request.get('authorization'));
  response.locals['user'] = user;
  if (user === undefined) response.status(401).type('text').send('Log in first.');
  else next();
};

export function inExpress(mount: AcpMount, port: number): Server {
  const app = express();
  app.use(compression());
  app.all(mount.path, login, (request, response) => {
    mount.handle(request, response, response.locals['user'] as string);
  });
  app.use(express.json()); // after the agent, which reads its bodies itself
  app.post('/echo', (request, response) => {
    response.json(request.body);
  });
  const server = app.listen(port, '127.0.0.1');
  mount.upgrades(server);
  return server;
}
// #endregion express
