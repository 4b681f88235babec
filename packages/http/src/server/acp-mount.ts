/**
 * Mounts an agent behind the middleware of a web framework, such as Express, Fastify, Hono or Koa.
 *
 * The framework routes a request to `handle`, with the principal that its own login has found. An upgrade to WebSocket
 * goes the same way as every request, so that no client gets past the login: it becomes a request whose response is
 * written to its socket if it is refused, and that `handle` turns into a WebSocket otherwise.
 */
import { ServerResponse, type IncomingMessage, type Server } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { Http2SecureServer } from 'node:http2';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

import { Core, pathOf, type Closable } from './acp-handler.ts';
import { settingsOf, type HttpOptions } from './options/http-options.ts';
import type { App } from './options/served-program.ts';
import type { NodeRequest, NodeResponse } from './request/node-request.ts';
import { refuse } from './socket/web-socket-endpoint.ts';

/** How to mount an agent; its `path` is that of the route, as clients see it. */
export type MountOptions = Omit<HttpOptions, 'authenticate'>;

/** An agent in a route of a web framework. */
export interface AcpMount extends Closable {
  /** The path of the route. */
  readonly path: string;
  /**
   * Handles a request, of any method, for the client that the login of the framework has found. Without a principal the
   * request is refused with 401; a server without a login passes a constant. The body must not have been read.
   */
  handle(request: NodeRequest, response: NodeResponse, principal: string | undefined): void;
  /** Sends the WebSocket upgrades that `server` gets for the path through its request listeners, and so to `handle`. */
  upgrades(server: Server | HttpsServer | Http2SecureServer): void;
}

/** Mounts `app` into a route of a web framework, whose login comes before it. */
export function acpMount(app: App, options: MountOptions = {}): AcpMount {
  const settings = settingsOf(options);
  const core = new Core(app, settings);
  /** The upgrades that are on their way through the framework. */
  const upgrades = new WeakMap<NodeRequest, Upgrading>();
  return {
    path: settings.path,
    handle: (request, response, principal) => {
      const login = { principal: checked(principal) };
      const upgrading = upgrades.get(request);
      if (upgrading === undefined) {
        core.request(request, response, login);
        return;
      }
      upgrades.delete(request);
      const { socket, head } = upgrading;
      upgrading.response.detachSocket(socket);
      core.upgrade(request, { socket, head, login });
    },
    upgrades: (server) => {
      listenForUpgrades(server, settings.path, (request, upgrading) => {
        upgrades.set(request, upgrading);
        server.emit('request', request, upgrading.response);
      });
    },
    ...core.closable(),
  };
}

interface Upgrading {
  readonly socket: Socket;
  readonly head: Buffer;
  /** What the framework answers if it refuses. */
  readonly response: ServerResponse;
}

type OnUpgrade = (request: IncomingMessage, upgrading: Upgrading) => void;

/** The mounts of each server by their paths: one listener decides whose an upgrade is, and refuses that of no path. */
const mounts = new WeakMap<object, Map<string, OnUpgrade>>();

function listenForUpgrades(server: Server | HttpsServer | Http2SecureServer, path: string, onUpgrade: OnUpgrade): void {
  const known = mounts.get(server);
  if (known !== undefined) {
    known.set(path, onUpgrade);
    return;
  }
  const byPath = new Map([[path, onUpgrade]]);
  mounts.set(server, byPath);
  server.on('upgrade', (request: IncomingMessage, duplex: Duplex, head: Buffer) => {
    const socket = duplex as Socket;
    const take = byPath.get(pathOf(request.url ?? ''));
    if (take === undefined) {
      // Another listener may know the path.
      if (server.listenerCount('upgrade') === 1) refuse(socket, 404, 'Not found.');
      return;
    }
    // Without a listener, a client that disconnects at the wrong moment would crash the process.
    socket.on('error', () => undefined);
    take(request, { socket, head, response: responseOn(socket, request) });
  });
}

/** A response that ends its socket: what follows a refused upgrade is not read. */
function responseOn(socket: Socket, request: IncomingMessage): ServerResponse {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  response.once('finish', () => {
    response.detachSocket(socket);
    socket.destroySoon();
  });
  return response;
}

function checked(principal: string | undefined): string | undefined {
  if (principal === undefined || principal === null) return undefined;
  if (typeof principal === 'string' && principal !== '') return principal;
  throw new TypeError('The principal must be a non-empty string, such as the id of the user, or undefined.');
}
