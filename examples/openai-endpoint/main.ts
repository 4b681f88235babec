/** An agent behind the interface of OpenAI: chat completions and responses, with the client of OpenAI. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

// #region serve
import { createServer } from 'node:http';

import { nodeListener } from '@acp-stack/http/server';
import { openaiEndpoint } from '@acp-stack/openai-endpoint';
import { agent } from '@acp-stack/sdk';

const gardener = agent({ name: 'gardener', version: '1.0.0' }).onPrompt(async ({ thought, message, text }) => {
  await thought.append(`They ask about ${text}.`);
  await message.append(`${text} need water.`);
});

const endpoint = openaiEndpoint(
  { gardener: { agent: gardener, cwd: process.cwd() } }, // or command(['my-agent', '--acp']) of @acp-stack/conductor/node
  { keys: { ann: process.env['ANN_KEY'] ?? 'ann-0123456789abcdef' } },
);
const server = createServer(nodeListener((request) => endpoint.fetch(request)));
server.listen(Number(process.env['PORT'] ?? 0), '127.0.0.1');
// #endregion serve

// #region ask
import OpenAI from 'openai';

async function ask(baseURL: string, apiKey: string): Promise<string> {
  const openai = new OpenAI({ baseURL, apiKey });
  const stream = await openai.chat.completions.create({
    model: 'gardener',
    messages: [{ role: 'user', content: 'Roses' }],
    stream: true,
  });
  let answer = '';
  for await (const { choices } of stream) answer += choices[0]?.delta.content ?? '';
  return answer;
}
// #endregion ask

async function goOn(openai: OpenAI): Promise<readonly string[]> {
  // #region conversation
  const metadata = { conversation: 'garden-1' };
  const first = await openai.chat.completions.create({
    model: 'gardener',
    messages: [{ role: 'user', content: 'Roses' }],
    metadata,
  });
  const second = await openai.chat.completions.create({
    model: 'gardener',
    messages: [{ role: 'user', content: 'Tulips' }], // the agent still knows about the roses
    metadata,
  });
  // #endregion conversation
  return [first, second].map(({ choices }) => choices[0]?.message.content ?? '');
}

async function respond(openai: OpenAI): Promise<string> {
  // #region responses
  const first = await openai.responses.create({ model: 'gardener', input: 'Roses' });
  const second = await openai.responses.create({
    model: 'gardener',
    input: 'Tulips',
    previous_response_id: first.id,
  });
  // #endregion responses
  return second.output_text;
}

export async function main(): Promise<void> {
  // #region permissions
  await using careful = openaiEndpoint(
    { gardener: { agent: gardener, cwd: process.cwd() } },
    {
      onPermission: ({ title, options }) => {
        const kind = title.startsWith('Read ') ? 'allow_once' : 'reject_once';
        return options.find((option) => option.kind === kind)?.optionId ?? 'cancelled';
      },
    },
  );
  // #endregion permissions
  assert.equal((await careful.fetch(new Request('http://localhost/v1/models'), 'ann')).status, 200);

  if (!server.listening) await once(server, 'listening');
  const baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const apiKey = 'ann-0123456789abcdef';
  assert.equal(await ask(baseURL, apiKey), 'Roses need water.');
  const openai = new OpenAI({ baseURL, apiKey });
  assert.deepEqual(await goOn(openai), ['Roses need water.', 'Tulips need water.']);
  assert.equal(await respond(openai), 'Tulips need water.');
  // #region close
  await endpoint.close();
  server.close();
  // #endregion close
}
