/**
 * Proofs over HTTP: a check passes for our server, and fails for the same server behind something that breaks the rule.
 *
 * What breaks the rule changes requests on their way in or replies on their way out, and nothing else.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

import { acpHandler, serveHttp, type AcpHandler, type HttpCounters, type HttpOptions } from '@acp-stack/http/server';
import type { Channel } from '@acp-stack/rpc';
import { VirtualClock } from '@acp-stack/testing';
import { expect, test } from 'vitest';

import { findRequirement, verifies } from '../requirements/requirement.ts';
import type { RawHttp } from './raw-http.ts';
import { initializeRequest, ServedProgram, type Fields } from './served-program.ts';

/** A server under judgement. */
interface Defendant {
  readonly url: string;
  readonly program: ServedProgram;
  readonly clock: VirtualClock;
  readonly counters: () => HttpCounters;
  readonly close: () => Promise<void>;
}

export interface HttpProof {
  /** What the program does with messages. */
  readonly answer?: (message: Fields, channel: Channel) => void;
  /** Judges the server. */
  readonly check: (server: Defendant) => Promise<void>;
  /** Breaks the rule in a request, or in its reply before that is written. */
  readonly tamper?: (request: IncomingMessage, response: ServerResponse) => void;
  /** Breaks the rule on the socket of an upgrade. */
  readonly tamperSocket?: (socket: Socket) => void;
}

/** Declares that `check` holds for our server and does not when the rule `id` is broken. */
export function provesOverHttp(id: string, proof: HttpProof): void {
  test(verifies(id, findRequirement(id).text), async () => {
    judged = 'ours';
    await judge(proof, serveOurs);
    judged = 'broken';
    const verdict = await judge(proof, serveTampered).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(verdict, `${id} is not proved: its check passes although the rule is broken`).toBeDefined();
    expect(verdict, `${id} is not proved: its check fails for another reason`).toMatchObject({
      name: 'AssertionError',
    });
  });
}

/** Initializes over HTTP/1.1; the id of the connection. */
export async function begin(client: RawHttp, headers: Readonly<Record<string, string>> = {}): Promise<string> {
  const { headers: replied } = await client.post(initializeRequest(), headers);
  return String(replied['acp-connection-id']);
}

/**
 * Milliseconds that a server has: ours as many as a busy machine may need, one that breaks the rule as few as show
 * that.
 */
const patience = { ours: 50_000, broken: 1000 };
let judged: keyof typeof patience = 'ours';

/** Fails unless `promise` is fulfilled soon. */
export async function promptly<T>(promise: Promise<T>, words: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(reject, patience[judged]);
  });
  try {
    return await Promise.race([promise, late]);
  } catch {
    return expect.fail(words);
  } finally {
    clearTimeout(timer);
  }
}

type Serve = (proof: HttpProof, options: HttpOptions, program: ServedProgram) => Promise<Running>;

interface Running {
  readonly url: string;
  readonly counters: () => HttpCounters;
  readonly close: () => Promise<void>;
}

async function judge(proof: HttpProof, serve: Serve): Promise<void> {
  const program = new ServedProgram(proof.answer);
  const clock = new VirtualClock();
  const running = await serve(proof, { clock }, program);
  try {
    const { url } = running;
    await proof.check({ url, program, clock, counters: () => running.counters(), close: () => running.close() });
  } finally {
    await running.close();
  }
}

const serveOurs: Serve = async (_proof, options, program) => await serveHttp(program, options);

const serveTampered: Serve = async ({ tamper, tamperSocket }, options, program) => {
  const handler: AcpHandler = acpHandler(program, options);
  const server = createServer((request, response) => {
    tamper?.(request, response);
    if (!response.writableEnded) handler.request(request, response);
  });
  server.on('upgrade', (request, socket, head) => {
    tamperSocket?.(socket as Socket);
    handler.upgrade(request, socket, head);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/acp`,
    counters: () => handler.counters(),
    close: async () => {
      await handler.close();
      server.closeAllConnections();
      server.close();
    },
  };
};
