/** Messages above the limit of one side: the sender or the waiting caller gets an error; the rest goes on. */
import type { ConnectionReport } from '@acp-stack/http';
import { http, webSocket } from '@acp-stack/http/node';
import { serveHttp, type HttpServing, type ServeOptions } from '@acp-stack/http/server';
import { agent, client, type ClientConnection } from '@acp-stack/sdk';
import { describe, expect, test } from 'vitest';

/** An agent that says as many characters as it is asked for. */
const talker = agent({ name: 'talker', version: '1.0.0' }).onPrompt(async ({ prompt, message }) => {
  const [block] = prompt;
  await message.append('x'.repeat(block?.type === 'text' ? Number(block.text.trim()) : 0));
});

const setUp = (limits: ServeOptions['limits'] = {}): Promise<HttpServing> => serveHttp(talker, { limits });

const transports = [
  ['WebSocket', webSocket],
  ['HTTP', http],
] as const;

/** How many characters come for `words`. */
async function ask(connection: ClientConnection, words: string): Promise<number> {
  const session = await connection.newSession({ cwd: '/' });
  let length = 0;
  for await (const update of session.prompt(words)) {
    if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text')
      length += update.content.text.length;
  }
  return length;
}

describe.each(transports)('over %s', (_, connect) => {
  test.each([
    ['in ASCII', ' '.repeat(60_000)],
    ['in characters of three bytes', '\u3000'.repeat(20_000)],
  ])('a message longer than the server takes fails alone, in words: %s', async (_name, blanks) => {
    await using serving = await setUp({ frameBytes: 50_000, bodyBytes: 50_000 });
    await using connection = await client({ name: 'c', version: '1.0.0' }).connect(connect(serving.url));
    await expect(ask(connection, `7${blanks}`)).rejects.toThrow(
      /too large|longer than 50000 bytes; send less at once/u,
    );
    expect(await ask(connection, '7')).toBe(7);
  });

  test('a message longer than the client takes is told in words, and not asked for again', async () => {
    const reports: ConnectionReport[] = [];
    await using serving = await setUp();
    const limits = { messageBytes: 50_000 };
    const channel = connect(serving.url, { limits, onReport: (report) => void reports.push(report) });
    await using connection = await client({ name: 'c', version: '1.0.0' }).connect(channel);
    await expect(ask(connection, '2000000')).rejects.toThrow(
      /(?:longer than|exceeds) .+; raise `limits\.messageBytes`, or have/u,
    );
    expect(reports.filter(({ kind }) => kind === 'dropped' || kind === 'resumed')).toEqual([]);
  });
});
