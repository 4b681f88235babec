/** The script of the GitHub action that asks an agent about a pull request, with a real repository, `acp` and an agent. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json, text } from 'node:stream/consumers';

import { expect, test } from 'vitest';

import { createProgram } from '../../apps/cli/src/program.ts';
import { captureTerminal } from '../../apps/cli/src/terminal/captured-terminal.ts';
import { repository, temporaryFolder } from '../support/checkout.ts';

const action = join(repository, 'apps/cli/action');
const manifest = readFileSync(join(action, 'action.yml'), 'utf8');
const script = readFileSync(join(action, 'run.mjs'), 'utf8');
const florist = `"${process.execPath}" "${join(repository, 'examples/florist/florist.mjs')}"`;

interface PullRequest extends Disposable {
  readonly folder: string;
  readonly base: string;
  /** Runs the script as the action does; resolves with its exit code and what it printed. */
  run(inputs?: Readonly<Record<string, string>>): Promise<{ code: number; log: string }>;
  read(name: string): string;
}

/** A repository in which a pull request adds a line to `rose.txt`, and its base has gone on since. */
function pullRequest(line = 'red'): PullRequest {
  const temporary = temporaryFolder();
  const folder = temporary.path;
  const git = (...words: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com', ...words], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  const commit = (file: string, content: string): string => {
    writeFileSync(join(folder, file), content);
    git('add', '.');
    git('commit', '--quiet', '--message', file);
    return git('rev-parse', 'HEAD');
  };
  git('init', '--quiet', '--initial-branch', 'main');
  const start = commit('rose.txt', 'pink\n');
  const base = commit('later.txt', 'of the base\n');
  git('checkout', '--quiet', start);
  commit('rose.txt', `pink\n${line}\n`);
  writeFileSync(join(folder, 'event.json'), JSON.stringify({ pull_request: { number: 7, base: { sha: base } } }));
  return {
    folder,
    base,
    [Symbol.dispose]: () => temporary[Symbol.dispose](),
    read: (name) => readFileSync(join(folder, name), 'utf8'),
    run: async (inputs = {}) => {
      const child = spawn(process.execPath, [join(action, 'run.mjs')], {
        cwd: folder,
        stdio: ['ignore', 'pipe', 'inherit'],
        env: {
          PATH: process.env['PATH'],
          HOME: folder,
          GITHUB_EVENT_NAME: 'pull_request',
          GITHUB_EVENT_PATH: join(folder, 'event.json'),
          GITHUB_REPOSITORY: 'ann/garden',
          GITHUB_STEP_SUMMARY: join(folder, 'summary'),
          GITHUB_OUTPUT: join(folder, 'outputs'),
          ACP_ACTION_COMMAND: florist,
          ACP_ACTION_PROMPT: 'Look at this.',
          ACP_ACTION_TOKEN: 'secret-token',
          ...inputs,
        },
      });
      const [log] = await Promise.all([text(child.stdout), once(child, 'close')]);
      return { code: child.exitCode ?? -1, log };
    },
  };
}

test('the agent is shown the change and nothing else, and its answer is in the summary, a file and the outputs', async () => {
  using request = pullRequest('red, ask @ann');
  expect(await request.run()).toMatchObject({ code: 0 });
  const answer = request.read('agent-answer.md');
  expect(answer).toMatch(
    /^You said: Look at this\.\n[\s\S]*diff --git a\/rose\.txt b\/rose\.txt[\s\S]*^\+red, ask @<!-- -->ann$/mu,
  );
  expect(answer).not.toContain('later.txt');
  expect(request.read('summary')).toBe(`## The agent says\n\n${answer}`);
  expect(request.read('outputs')).toBe('answer=agent-answer.md\n');
});

test('the agent gets no token, and no file by which a step speaks to GitHub', async () => {
  using request = pullRequest();
  const spy = join(request.folder, 'environment');
  const { code } = await request.run({
    ACP_ACTION_COMMAND: `env > "${spy}"; exec ${florist}`,
    GITHUB_TOKEN: 'secret-token',
    MODEL: 'm',
  });
  expect(code).toBe(0);
  const environment = readFileSync(spy, 'utf8');
  expect(environment).toContain('MODEL=m');
  expect(environment).not.toMatch(/secret-token|GITHUB_OUTPUT|GITHUB_STEP_SUMMARY|ACP_ACTION_/u);
});

test.each([
  [{ GITHUB_EVENT_NAME: 'pull_request_target' }, 'does not run in pull_request_target'],
  [{ GITHUB_EVENT_PATH: '/no/such/event.json' }, 'There is no event'],
  [{ ACP_ACTION_ALLOW: 'all' }, 'allow is "all", and must be nothing, reads or everything.'],
])('with %j nothing is started, and one sentence says why', async (inputs, reason) => {
  using request = pullRequest();
  const { code, log } = await request.run(inputs);
  expect(code).toBe(2);
  expect(log).toMatch(/^::error::[^\n]+\n$/u);
  expect(log).toContain(reason);
  expect(existsSync(join(request.folder, 'summary'))).toBe(false);
});

test('a base that was not fetched, or an event without a pull request, is said in one sentence', async () => {
  using request = pullRequest();
  writeFileSync(
    join(request.folder, 'event.json'),
    JSON.stringify({ pull_request: { base: { sha: 'a'.repeat(40) } } }),
  );
  expect((await request.run()).log).toMatch(
    /^::error::git cannot compare with the base a{40}; check out with fetch-depth: 0\./u,
  );
  writeFileSync(join(request.folder, 'event.json'), JSON.stringify({ pull_request: { base: { sha: '--output=x' } } }));
  expect((await request.run()).log).toMatch(/^::error::There is no pull request/u);
});

test('an agent that fails fails the job, with its exit code', async () => {
  using request = pullRequest();
  const { code } = await request.run({ ACP_ACTION_COMMAND: 'exit 3' });
  expect(code).not.toBe(0);
  expect(request.read('summary')).toContain('The agent gave no answer');
});

test('there is one comment, which the next run replaces; without the right to write, a warning', async () => {
  using request = pullRequest();
  const comments: { id: number; body: string; user: { type: string } }[] = [];
  const calls: string[] = [];
  let status = 200;
  const server = createServer((message, response) => {
    calls.push(`${message.method} ${message.url} ${message.headers.authorization}`);
    const answer = (body: unknown): void => void response.writeHead(status).end(JSON.stringify(body));
    if (message.method === 'GET') return answer(comments);
    return void json(message).then((body) => {
      const comment = { id: 5, user: { type: 'Bot' }, ...(body as { body: string }) };
      comments.splice(0, 1, comment);
      answer(comment);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const inputs = {
    ACP_ACTION_COMMENT: 'true',
    GITHUB_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  };
  try {
    await request.run(inputs);
    await request.run({ ...inputs, ACP_ACTION_PROMPT: 'Once more.' });
    expect(calls).toEqual(
      [
        'GET repos/ann/garden/issues/7/comments?per_page=100',
        'POST repos/ann/garden/issues/7/comments',
        'GET repos/ann/garden/issues/7/comments?per_page=100',
        'PATCH repos/ann/garden/issues/comments/5',
      ].map((call) => `${call.replace(' ', ' /')} Bearer secret-token`),
    );
    expect(comments).toHaveLength(1);
    expect(comments[0]?.body).toMatch(/^<!-- acp-agent -->\nYou said: Once more\./u);
    status = 403;
    const { code, log } = await request.run(inputs);
    expect(code).toBe(0);
    expect(log).toContain(
      '::warning::There is no comment: GitHub answered 403; give the job the permission pull-requests: write.',
    );
  } finally {
    server.close();
  }
});

test('every input reaches the script, and every option exists', async () => {
  const inputs = Array.from(manifest.matchAll(/inputs\.(\w+)/gu), ([, name = '']) => name);
  const declared = manifest.slice(manifest.indexOf('inputs:'), manifest.indexOf('outputs:'));
  expect(inputs.toSorted()).toEqual(
    Array.from(declared.matchAll(/^ {2}(\w+):$/gmu), ([, name = '']) => name).toSorted(),
  );
  for (const name of inputs) {
    expect(manifest).toContain(`ACP_ACTION_${name.toUpperCase()}: \${{ inputs.${name} }}`);
    expect(script).toContain(`'${name.toUpperCase()}'`);
  }
  const ignore = (): void => undefined;
  const acp = await createProgram(captureTerminal(), { finish: ignore, printHelp: ignore, args: ['exec'] });
  const exec = acp.commands.find((command) => command.name() === 'exec') ?? acp.commands[0];
  const known = exec?.options.map(({ long }) => long) ?? [];
  for (const option of ['--format', '--timeout', '--file', '--deny-all', '--approve-reads', '--approve-all']) {
    expect(script).toContain(`'${option}'`);
    expect(known).toContain(option);
  }
});

test('the workflow of the guide uses both actions, inputs that they have, and no more rights than it needs', () => {
  const guide = readFileSync(join(repository, 'docs/guides/run-agents-in-ci.md'), 'utf8');
  const steps = [...guide.matchAll(/uses: \.\/acp-stack\/(apps\/\w+\/action)\n +with:\n((?: {10}\w+: .*\n)+)/gu)];
  expect(steps.map(([, path]) => path).toSorted()).toEqual(['apps/cli/action', 'apps/conformance/action']);
  for (const [, path = '', inputs = ''] of steps) {
    const its = readFileSync(join(repository, path, 'action.yml'), 'utf8');
    for (const [, name] of inputs.matchAll(/^ +(\w+):/gmu)) expect(its).toContain(`inputs.${name} }}`);
  }
  expect(guide).toMatch(/^on: pull_request$/mu);
  expect(guide).not.toMatch(/^on: pull_request_target/mu);
  for (const checkout of guide.match(/uses: actions\/checkout@\S+\n(?:.*\n){1,4}/gu) ?? [])
    expect(checkout).toContain('persist-credentials: false');
});
