/**
 * All messages between `acp agent` and its client, compared with golden transcripts: with and without a model, in both
 * versions.
 *
 * `ACP_UPDATE_GOLDEN=1` writes them again; read the difference before you commit it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expectTranscript, goldenText, record, Transcript } from '@acp-stack/testing';
import { modelServer } from '@acp-stack/testing/model-server';
import { describe, expect, test, vi } from 'vitest';

import { AgentProgram, type AgentProgramOptions } from '../support/agent-program.ts';
import { eachProjectFolder } from '../support/project-folder.ts';

vi.setConfig({ testTimeout: 60_000 });

let folder: string;
let cwd: string;
let data: string;

eachProjectFolder(
  (garden) => {
    ({ folder, cwd, data } = garden);
  },
  { rose: 'A rose is red.\nIt has thorns.\n' },
);

/** What crossed while `play` was played, with the same path for every temporary folder. */
async function recorded(
  options: Pick<AgentProgramOptions, 'version' | 'env'>,
  play: (agent: AgentProgram) => Promise<void>,
): Promise<Transcript> {
  let transcript: Transcript | undefined;
  {
    await using agent = new AgentProgram({
      ...options,
      data,
      wrap: (channel) => {
        const recording = record(channel);
        ({ transcript } = recording);
        return recording.channel;
      },
    });
    await play(agent);
  }
  return Transcript.fromNdjson(transcript?.toNdjson().replaceAll(folder, '/home/user') ?? '');
}

const ids = /"(?<kind>sessionId|messageId|toolCallId|terminalId|planId|updatedAt|version)":"(?<id>[^"]+)"/gu;

/** A golden transcript that stands for every run: each id by the name of its kind and its number. */
function golden(transcript: Transcript): string {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  return goldenText(transcript).replaceAll(ids, (_, kind: string, id: string) => {
    const number = counts.get(kind) ?? 1;
    const name = names.get(`${kind} ${id}`) ?? `<${kind} ${number}>`;
    if (!names.has(`${kind} ${id}`)) counts.set(kind, number + 1);
    names.set(`${kind} ${id}`, name);
    return `"${kind}":"${name}"`;
  });
}

function expectGolden(name: string, transcript: Transcript): void {
  const file = join(import.meta.dirname, 'golden', 'agent', `${name}.ndjson`);
  if (process.env['ACP_UPDATE_GOLDEN'] === '1') writeFileSync(file, golden(transcript));
  const hint = 'ACP_UPDATE_GOLDEN=1 npm test -- test/e2e/agent-sessions-golden writes it anew';
  expect(expectTranscript(transcript, readFileSync(file, 'utf8')), hint).toEqual([]);
}

describe.each([1, 2] as const)('a session of version %i', (version) => {
  test('without a model', async () => {
    const transcript = await recorded({ version }, async (agent) => {
      const sessionId = await agent.open(cwd);
      await agent.prompt(sessionId, '/read rose.md:1-1');
      await agent.prompt(sessionId, '/edit rose.md "red" "white"');
      await agent.prompt(sessionId, '/plan dig\nwater');
      await agent.prompt(sessionId, 'Where are the thorns?');
      await agent.prompt(sessionId, '/undo');
      await agent.call('session/set_config_option', {
        sessionId,
        configId: 'mode',
        ...(version === 2 ? { type: 'id' } : {}),
        value: 'read-only',
      });
      await agent.prompt(sessionId, '/edit rose.md "red" "white"');
      await agent.call('session/close', { sessionId });
      await agent.load(sessionId, cwd);
      await agent.call('session/list', { cwd });
      await agent.call('session/delete', { sessionId });
    });
    expectGolden(`offline-v${version}`, transcript);
  });

  test('with a model that thinks, calls tools and answers', async () => {
    await using server = await modelServer({
      turns: [
        {
          reasoning: ['The user asks ', 'for a change.'],
          text: ['I look ', 'first.'],
          toolCalls: [{ id: 'call-read', name: 'read', input: { path: 'rose.md' } }],
          usage: { input: 100, output: 20 },
        },
        {
          toolCalls: [{ id: 'call-edit', name: 'edit', input: { path: 'rose.md', oldText: 'red', newText: 'white' } }],
          usage: { input: 150, output: 25 },
        },
        {
          toolCalls: [{ id: 'call-bad', name: 'read', input: { path: '/etc/passwd' } }],
          usage: { input: 180, output: 10 },
        },
        { text: ['It is ', 'white now.'], usage: { input: 200, output: 5 } },
      ],
    });
    const env = { OPENAI_BASE_URL: server.url, OPENAI_API_KEY: 'key', ACP_AGENT_MODEL: 'openai/scripted' };
    const transcript = await recorded({ version, env }, async (agent) => {
      const sessionId = await agent.open(cwd);
      await agent.prompt(sessionId, 'Make the rose white.');
      await agent.call('session/close', { sessionId });
      await agent.load(sessionId, cwd);
    });
    server.done();
    expect(readFileSync(join(cwd, 'rose.md'), 'utf8')).toContain('A rose is white.');
    expectGolden(`model-v${version}`, transcript);
  });
});
