/** Agents of the pool that are processes of their own. */
import { command } from '@acp-stack/conductor/node';
import { expect, test } from 'vitest';

import { agentPool } from './agent-pool.ts';
import { RecordedEvents, setupOf } from './scripted-agent.test-support.ts';

/** An agent of few lines with a child of its own: it says the ids of both, and dies when it is asked to. */
const program = `
  const { spawn } = require('node:child_process');
  const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { stdio: 'ignore' });
  const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
  let rest = '';
  let opened = 0;
  process.stdin.on('data', (data) => {
    const lines = (rest + data).split('\\n');
    rest = lines.pop();
    for (const line of lines) {
      const { id, method, params } = JSON.parse(line);
      if (method === 'initialize')
        send({ id, result: { protocolVersion: 2, info: { name: 'small', version: '1' }, capabilities: { session: {} } } });
      if (method === 'session/new') send({ id, result: { sessionId: 's' + ++opened, _meta: { pids: [process.pid, child.pid] } } });
      if (method === 'session/prompt') {
        const update = { sessionUpdate: 'agent_message_chunk', messageId: 'm', content: { type: 'text', text: 'Farewell.' } };
        send({ method: 'session/update', params: { sessionId: params.sessionId, update } });
        process.stderr.write('Error: out of paper\\n    at print (printer.js:1:1)\\n', () => process.exit(3));
      }
      if (method === 'session/close') send({ id, result: {} });
    }
  });
  process.stdin.on('end', () => process.exit());
`;

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('an agent that dies: each of its sessions gets its last updates and its last line, and nothing of it is left', async () => {
  const small = command([process.execPath, '-e', program], { name: 'small' });
  const pool = agentPool({ small: { component: small } });
  const [first, second] = [new RecordedEvents(), new RecordedEvents()];
  const session = await pool.open('small', setupOf(), first);
  await pool.open('small', setupOf(), second);
  const { pids } = session.opened['_meta'] as { readonly pids: readonly number[] };
  await expect(session.request('session/prompt', { prompt: [] })).rejects.toThrow();
  const reason = 'lost: The agent small has ended: it exited with code 3: Error: out of paper.';
  await expect.poll(() => [first.all, second.all]).toEqual([['Farewell.', reason], [reason]]);
  await expect.poll(() => pids.map(isAlive)).toEqual([false, false]);
  // The next session has another process.
  const again = await pool.open('small', setupOf(), new RecordedEvents());
  const next = (again.opened['_meta'] as { readonly pids: readonly number[] }).pids;
  await pool.close();
  await expect.poll(() => next.map(isAlive)).toEqual([false, false]);
});

test('an update that is nested too deeply is left out, and the session and the log of the hub say so', async () => {
  const deep = `
    const update = { sessionUpdate: 'agent_message_chunk', messageId: 'm', content: { type: 'text', text: 'x' } };
    const params = JSON.stringify({ sessionId: 's1', update: { ...update, _meta: { deep: 0 } } });
    const text = params.replace('0', '['.repeat(2000) + ']'.repeat(2000));
    process.stdout.write('{"jsonrpc":"2.0","method":"session/update","params":' + text + '}\\n');
    send({ method: 'session/update', params: { sessionId: 's1', update } });
    send({ id, result: {} });
  `;
  const lines: string[] = [];
  const source = program.replace(/const update = .*?process\.exit\(3\)\);/su, deep);
  const small = command([process.execPath, '-e', source], { name: 'small' });
  const pool = agentPool({ small: { component: small } }, { log: (line) => lines.push(line) });
  const notices: unknown[] = [];
  const events = new RecordedEvents();
  const update = events.update;
  const session = await pool.open('small', setupOf(), {
    ask: events.ask,
    lost: events.lost,
    update: (each) => (each.sessionUpdate === 'notice' ? void notices.push(each) : update(each)),
  });
  await session.request('session/prompt', { prompt: [] });
  await expect.poll(() => events.all).toEqual(['x']);
  const problem = 'The message is nested deeper than 1000 levels.';
  expect(notices).toMatchObject([{ severity: 'warning', title: `A message of the agent was left out. ${problem}` }]);
  expect(lines).toEqual([`The agent small: ${problem}`]);
  await pool.close();
});

test('a program that is not an agent, or does not exist, is told in one sentence with its last line', async () => {
  const broken = command([process.execPath, '-e', 'throw new Error("no key")'], { name: 'broken' });
  const missing = command(['/does/not/exist'], { name: 'missing' });
  const pool = agentPool({ broken: { component: broken }, missing: { component: missing } });
  await expect(pool.open('broken', setupOf(), new RecordedEvents())).rejects.toThrow(
    'The agent broken could not be started: it exited with code 1 before it said anything: Error: no key.',
  );
  await expect(pool.open('missing', setupOf(), new RecordedEvents())).rejects.toThrow(
    /^The agent missing could not be started: .*not found.*\.$/u,
  );
  expect(pool.count()).toBe(0);
});
