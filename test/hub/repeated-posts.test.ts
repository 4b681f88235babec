/** Messages that are sent again because their reply was lost: each has its effect once. */
import { request as httpRequest } from 'node:http';

import { agent } from '@acp-stack/sdk';
import { expect, test } from 'vitest';

import { idHeaders, RawHttp } from '../support/raw-http.ts';
import { cwd, ServedHub } from './served-hub.ts';
import { Random } from './simulation/random.ts';

const isLong = process.env['ACP_LONG'] === '1';
const count = isLong ? 10_000 : 80;
/** Sessions that are prompted side by side. */
const sessions = 8;

/** Sends a message and drops the connection: before the reply, while it comes, or after it. */
async function postAndLose(
  url: string,
  body: string,
  { headers, random }: { readonly headers: Readonly<Record<string, string>>; readonly random: Random },
): Promise<void> {
  const when = random.pick(['sent', 'sent', 'replied'] as const);
  await new Promise<void>((resolve) => {
    const request = httpRequest(url, {
      method: 'POST',
      agent: false,
      headers: { ...headers, 'content-type': 'application/json' },
    });
    const drop = (): void => void request.destroy();
    request.once('close', resolve).on('error', () => undefined);
    request.once('response', drop);
    if (when === 'sent') request.end(body, drop);
    else request.end(body);
  });
}

/** Sends a message again and again until there is a reply: a server may close a connection that was idle. */
async function postUntilAccepted(
  http: RawHttp,
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  for (;;) {
    const reply = await http.post(body, headers).catch((error: NodeJS.ErrnoException) => error);
    if (!(reply instanceof Error)) return expect(reply.status).toBe(202);
    expect(reply.code).toBe('ECONNRESET');
  }
}

/** What the agent was given, and what waits for that. */
class Given {
  readonly texts: string[] = [];
  readonly #waiting = new Map<string, () => void>();

  add(text: string): void {
    this.texts.push(text);
    this.#waiting.get(text)?.();
  }

  /** Resolves when the agent is given a text. */
  next(text: string): Promise<void> {
    return new Promise((resolve) => this.#waiting.set(text, resolve));
  }
}

test(`${count} prompts whose reply was lost are sent again, and the agent gets each once`, async () => {
  const given = new Given();
  const counting = agent({ name: 'counting', version: '1.0.0' }).onPrompt(({ text }) => {
    given.add(text);
  });
  await using setting = await ServedHub.open({ counting });
  const random = new Random(3);
  using http = new RawHttp(setting.url, 1);
  const authorization = `Bearer ${setting.token}`;
  let ids = 0;
  const message = (method: string, params: object): string =>
    JSON.stringify({ jsonrpc: '2.0', id: (ids += 1), method, params });
  const info = { name: 'stubborn', version: '1.0.0' };
  const initialize = message('initialize', { protocolVersion: 2, info, capabilities: {} });
  const opened = await http.post(initialize, { authorization });
  const connection = String(opened.headers['acp-connection-id']);
  const headers = { authorization, connection };
  const { events } = await http.stream(headers);
  const newSession = async (index: number): Promise<string> => {
    await http.post(message('session/new', { cwd, mcpServers: [] }), headers);
    const { data } = (await events.reaches(index + 1))[index] ?? { data: '{}' };
    return (JSON.parse(data) as { readonly result: { readonly sessionId: string } }).result.sessionId;
  };
  const names: string[] = [];
  for (let index = 0; index < sessions; index += 1) names.push(await newSession(index));

  const inSession = async (session: string, index: number): Promise<void> => {
    const stream = await http.stream({ ...headers, session });
    for (let n = index; n < count; n += sessions) {
      const text = `message ${n}`;
      const body = message('session/prompt', { sessionId: session, prompt: [{ type: 'text', text }] });
      const wasGiven = given.next(text);
      await postAndLose(setting.url, body, { headers: { authorization, ...idHeaders(connection, session) }, random });
      await postUntilAccepted(http, body, { ...headers, session });
      await wasGiven;
    }
    // What was stored before the last message is given before it.
    const last = given.next(`the end of ${session}`);
    const prompt = [{ type: 'text', text: `the end of ${session}` }];
    await postUntilAccepted(http, message('session/prompt', { sessionId: session, prompt }), { ...headers, session });
    await last;
    stream.close();
  };
  await Promise.all(names.map((session, index) => inSession(session, index)));
  expect(given.texts).toHaveLength(count + sessions);
  expect(new Set(given.texts).size).toBe(count + sessions);
});
