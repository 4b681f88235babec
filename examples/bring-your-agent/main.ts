/** An agent of another framework as an ACP agent: it streams, asks first, stops, and goes on after it was killed. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { client, type ClientConnection, type ClientSession, type SessionUpdate } from '@acp-stack/sdk';
import { spawnAgent } from '@acp-stack/stdio';

/** What is expected of one framework. */
export interface Expected {
  /** Whether a question that was open when the program died is asked again. */
  readonly asksAgain: boolean;
  /** How many messages of the user the model has seen in the end. */
  readonly messages: number;
}

/** `npm run test:stacks` does the same with the other frameworks. */
export async function main(): Promise<void> {
  const [short, model, full] = ['ai-sdk-short.mjs', 'ai-sdk-rules.mjs', 'ai-sdk.mjs'].map((name) =>
    fileURLToPath(new URL(name, import.meta.url)),
  ) as [string, string, string];
  const shown = readFileSync(short, 'utf8').split(/^\/\/ #.*\n/mu)[1] ?? '';
  assert.ok(shown.trimEnd().split('\n').length <= 10, 'an agent of the AI SDK is an ACP agent in ten lines');
  for (const program of [['--import', pathToFileURL(model).href, short], [full]])
    for (const version of [1, 2] as const) await converse(program, version, { asksAgain: false, messages: 5 });
}

/** Talks to the program in these words after `node`, kills it while it waits for an answer, and goes on with another. */
export async function converse(program: readonly string[], version: 1 | 2, expected: Expected): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'acp-example-'));
  // The sessions are in the folder in which the program is started.
  const user = new User(() => spawnAgent({ command: 'node', args: program, cwd: folder }), version);
  try {
    await user.begin(folder);
    assert.equal(await user.say('Hello'), 'You have written 1 messages.');
    assert.ok(user.chunks > 1, 'the answer is streamed');

    user.answer = 'allow_once';
    assert.equal(await user.say('Cut 3 roses'), 'The result is: 3 roses cut.');
    assert.deepEqual([user.questions, user.statuses.at(-1)], [1, 'completed']);

    user.answer = 'reject_once';
    assert.match(await user.say('Cut 4 roses'), /\S/u);
    assert.equal(user.questions, 2);

    user.answer = 'kill';
    await assert.rejects(async () => user.say('Cut 5 roses'), /SIGKILL/u);
    await user.goOn(folder);
    user.answer = 'allow_once';
    const said = await user.say('Are you there?');
    assert.equal(said.includes('5 roses cut'), expected.asksAgain);
    assert.ok(said.endsWith(`You have written ${expected.messages} messages.`), said);

    user.answer = 'cancel';
    await user.say('Cut 6 roses');
    assert.equal(user.stopReason, 'cancelled');
    user.answer = 'reject_once';
    assert.match(await user.say('Still there?'), /You have written \d messages\.$/u);
  } finally {
    await user.end();
    rmSync(folder, { recursive: true });
  }
}

/** A user with an editor. */
class User {
  answer: 'allow_once' | 'reject_once' | 'kill' | 'cancel' = 'allow_once';
  /** Why the last turn ended. */
  stopReason: string | undefined;
  questions = 0;
  chunks = 0;
  readonly statuses: string[] = [];
  readonly #start: () => ReturnType<typeof spawnAgent>;
  readonly #version: 1 | 2;
  #agent: ReturnType<typeof spawnAgent> | undefined;
  #connection: ClientConnection | undefined;
  #session: ClientSession | undefined;

  constructor(start: () => ReturnType<typeof spawnAgent>, version: 1 | 2) {
    this.#start = start;
    this.#version = version;
  }

  async begin(cwd: string): Promise<void> {
    this.#session = await (await this.#connect()).newSession({ cwd });
  }

  /** Opens the same session in another process. */
  async goOn(cwd: string): Promise<void> {
    await this.#connection?.closed;
    const sessionId = this.#session?.id ?? '';
    this.#session = await (await this.#connect()).load({ cwd, sessionId });
  }

  /** What the agent answers. */
  async say(words: string): Promise<string> {
    let answer = '';
    this.chunks = 0;
    assert.ok(this.#session !== undefined);
    const run = this.#session.prompt(words);
    for await (const update of run) answer += this.#see(update);
    ({ stopReason: this.stopReason } = await run);
    return answer;
  }

  async end(): Promise<void> {
    await this.#connection?.close();
  }

  async #connect(): Promise<ClientConnection> {
    this.#agent = this.#start();
    this.#connection = await client({ name: 'my-editor', version: '1.0.0' })
      .onPermission(({ options }, { signal }) => {
        this.questions += 1;
        const chosen = options.find(({ kind }) => kind === this.answer);
        if (chosen !== undefined) return chosen.optionId;
        if (this.answer === 'cancel') this.#session?.cancel();
        else if (this.#agent?.pid !== undefined) process.kill(this.#agent.pid, 'SIGKILL');
        return new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve('cancelled'));
        });
      })
      .connect(this.#agent, { versions: this.#version === 1 ? [1] : [2] });
    return this.#connection;
  }

  #see(update: SessionUpdate): string {
    if (update.sessionUpdate === 'tool_call_update' && typeof update.status === 'string')
      this.statuses.push(update.status);
    if (update.sessionUpdate !== 'agent_message_chunk') return '';
    const { content } = update;
    this.chunks += 1;
    return content.type === 'text' && typeof content.text === 'string' ? content.text : '';
  }
}
