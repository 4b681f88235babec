import { generateText, streamText } from 'ai';
import { expect, test, vi } from 'vitest';

import { acp, type AcpModel } from './acp.ts';
import { hostileProgram } from './hostile-agent.test-support.ts';
import type { AcpModelOptions } from './options.ts';

/** A program of version 1 of the protocol, which does what the prompt names. */
const hostile = (options?: AcpModelOptions): AcpModel => acp([process.execPath, '--eval', hostileProgram], options);

test('asks the program for the agent, refuses without it, and cancels', async () => {
  await using model = hostile({ onPermission: () => 'allow_once' });
  expect((await generateText({ model, prompt: 'ask' })).text).toBe('Answered: allow_once.');
  const controller = new AbortController();
  const seen: string[] = [];
  for await (const { type } of streamText({ model, prompt: 'wait', abortSignal: controller.signal }).fullStream) {
    seen.push(type);
    if (type === 'text-delta') controller.abort();
  }
  expect(seen.at(-1)).toBe('abort');
  expect((await generateText({ model, prompt: 'hello' })).text).toBe('Hello.');

  await using silent = hostile();
  using _ = silenced();
  expect((await generateText({ model: silent, prompt: 'ask' })).text).toBe('Answered: reject_once.');
});

function silenced(): Disposable {
  const log = vi.spyOn(console, 'warn').mockReturnValue(undefined);
  return { [Symbol.dispose]: () => log.mockRestore() };
}

test('reports an agent that dies in the middle of a turn, and starts it again for the next call', async () => {
  await using model = hostile();
  const errors: unknown[] = [];
  const seen: string[] = [];
  const { fullStream } = streamText({ model, prompt: 'die', onError: ({ error }) => void errors.push(error) });
  for await (const { type } of fullStream) seen.push(type);
  expect(errors.map(String)).toEqual([expect.stringContaining('exited with code 7.')]);
  // What it had begun has an end: the AI SDK stores no call without a result.
  expect(seen.filter((type) => type.startsWith('t')).join(' ')).toBe(
    'text-start text-delta text-end tool-input-start tool-input-delta tool-input-end tool-call tool-result',
  );
  await expect(generateText({ model, prompt: 'die', maxRetries: 0 })).rejects.toThrow('exited with code 7.');
  expect((await generateText({ model, prompt: 'hello' })).text).toBe('Hello.');
});

test('reads a flood to its end, or leaves it', async () => {
  await using model = hostile();
  const { text } = await generateText({ model, prompt: 'flood' });
  expect(text).toHaveLength(20_000 * 'water '.length);
  for await (const { type } of streamText({ model, prompt: 'flood' }).fullStream) if (type === 'text-delta') break;
  expect((await generateText({ model, prompt: 'hello' })).text).toBe('Hello.');
});

test('passes on what can be read of messages that are not what the protocol says', async () => {
  await using model = hostile();
  const { text, content } = await generateText({ model, prompt: 'nonsense' });
  expect(text).toBe('Done.');
  expect(content.filter(({ type }) => type.startsWith('tool-'))).toMatchObject([
    { type: 'tool-call', toolCallId: 'unknown' },
    { type: 'tool-result', toolCallId: 'unknown', output: { status: 'completed' } },
    { type: 'tool-call', toolName: 'execute', input: 'not an object' },
    { type: 'tool-result', output: { status: 'completed', content: [], paths: [], rawOutput: { deep: [[[null]]] } } },
  ]);
});
