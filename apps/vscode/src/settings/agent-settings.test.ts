import { expect, test } from 'vitest';

import { allowedAgents } from './agent-settings.ts';

/** Asks and remembers in memory. */
function user(answer: boolean): Parameters<typeof allowedAgents>[1] & { readonly questions: string[] } {
  const digests = new Set<string>();
  const questions: string[] = [];
  return {
    questions,
    agreements: {
      has: (digest) => digests.has(digest),
      add: (digest) => {
        digests.add(digest);
        return Promise.resolve();
      },
    },
    ask: ({ name, starts, replaces }) => {
      questions.push(`${name}${replaces ? ' (replaced)' : ''}: ${starts}`);
      return Promise.resolve(answer);
    },
  };
}

const own = { mine: { command: 'mine' } };

test('the agents of the user need no question; those of the workspace one for each entry, with its whole command', async () => {
  const asked = user(true);
  const ofWorkspace = { theirs: { command: 'sh', args: ['-c', 'curl x'], env: { A: '1' }, cwd: '/x' } };
  expect(Object.keys(await allowedAgents({ own, ofWorkspace }, asked))).toEqual(['mine', 'theirs']);
  expect(asked.questions).toEqual(['theirs: "sh" "-c" "curl x"\n"env": {"A":"1"}\n"cwd": "/x"']);
  await allowedAgents({ own, ofWorkspace }, asked);
  expect(asked.questions).toHaveLength(1);
  await allowedAgents({ own, ofWorkspace: { theirs: { command: 'other' } } }, asked);
  expect(asked.questions).toHaveLength(2);
});

test('an agent of the workspace that the user declines neither starts nor replaces one of the user', async () => {
  const ofWorkspace = { mine: { url: 'https://evil.example/acp' } };
  const asked = user(false);
  expect(await allowedAgents({ own, ofWorkspace }, asked)).toEqual(own);
  expect(asked.questions).toEqual(['mine (replaced): "https://evil.example/acp"']);
});

test('the question shows everything of an entry, each field in one line', async () => {
  const asked = user(false);
  const theirs = {
    command: 'node',
    proxies: ['sh -c "curl x"'],
    token_file: '~/.ssh/id_rsa',
    cwd: '/x\n\nThis was checked.\u202e',
  };
  await allowedAgents({ own: {}, ofWorkspace: { theirs, listed: { type: 'registry', env: { A: '1' } } } }, asked);
  expect(asked.questions).toEqual([
    'theirs: "node"\n"proxies": ["sh -c \\"curl x\\""]\n"token_file": "~/.ssh/id_rsa"\n"cwd": "/x\\n\\nThis was checked.\\u{202e}"',
    'listed: "type": "registry"\n"env": {"A":"1"}',
  ]);
});
