import { expect, test } from 'vitest';

import type { AgentServer } from '../../config/agent-server.ts';
import { modelHintFor, resumeAdvice, withoutModelHint } from './first-session.ts';

const noDefaults = { configOptions: {} };
const bundled: AgentServer = {
  name: 'bundled',
  kind: 'command',
  command: 'acp',
  args: [],
  env: {},
  defaults: noDefaults,
};
const florist: AgentServer = { ...bundled, name: 'florist', command: 'florist' };

type Parts = Parameters<typeof resumeAdvice>;

interface Left {
  readonly server?: AgentServer;
  readonly flags?: object;
  readonly name?: string;
  readonly command?: readonly string[];
  readonly canLoad?: boolean;
  readonly entries?: number;
  /** The session before, in which something was said. */
  readonly before?: string;
}

/** What is said when a chat is left. */
function advice({
  server = bundled,
  flags = {},
  name,
  command,
  canLoad = true,
  entries = 2,
  before,
}: Left): string | undefined {
  const chat = { invocation: { flags, name, command, version: '1.0.0' }, prepared: { server } };
  const result = canLoad
    ? { protocolVersion: 1, agentCapabilities: { loadSession: true } }
    : { protocolVersion: 1, agentCapabilities: {} };
  const state = {
    agent: { connection: { version: 1 } },
    conversation: {
      resumableId: entries > 0 ? 's 1' : before,
      isUnused: entries === 0,
    },
    initializeResponse: { result },
  };
  return resumeAdvice(chat as unknown as Parts[0], state as unknown as Parts[1]);
}

test('leaving says how to resume, with the same agent and in words that a shell reads back', () => {
  const start = 'Resume this session with: acp chat';
  expect(advice({})).toBe(`${start} --resume 's 1'`);
  expect(advice({ server: florist, name: 'florist' })).toBe(`${start} florist --resume 's 1'`);
  expect(advice({ flags: { url: 'ws://127.0.0.1:1/acp', cwd: 'my garden' } })).toBe(
    `${start} --url ws://127.0.0.1:1/acp --cwd 'my garden' --resume 's 1'`,
  );
  expect(advice({ command: ['florist', '--acp'] })).toBe(`${start} --resume 's 1' -- florist --acp`);
});

test('nothing is said of a session in which nothing was said, or that the agent cannot load', () => {
  expect(advice({ entries: 0 })).toBeUndefined();
  expect(advice({ canLoad: false })).toBeUndefined();
});

test('leaving an empty session says how to resume the one before', () => {
  expect(advice({ entries: 0, before: 's 0' })).toBe("Resume the session before with: acp chat --resume 's 0'");
});

test('only the bundled agent says how to add a model to it', () => {
  expect(modelHintFor(bundled)).toBe(
    'No model configured. Set ACP_AGENT_MODEL and a service; see acp providers --help.',
  );
  expect(modelHintFor(florist)).toBeUndefined();
});

test('only the bundled agent is asked not to repeat what the first screen says', () => {
  expect(withoutModelHint(bundled)).toEqual({ ...bundled, env: { ACP_AGENT_MODEL_HINT: 'never' } });
  expect(withoutModelHint(florist)).toBe(florist);
});
