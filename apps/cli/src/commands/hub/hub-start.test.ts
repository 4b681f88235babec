/** `acp hub` and its clients, in this process; only the agents are processes of their own. */
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { remote } from '@acp-stack/http/node';
import { client } from '@acp-stack/sdk';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { cert, key } from '../../../../../test/support/loopback-certificate.ts';
import { run } from '../../run.ts';
import { captureTerminal, type CapturedTerminal } from '../../terminal/captured-terminal.ts';

const agentProgram = fileURLToPath(new URL('../../../../../test/e2e/fixtures/v2-agent.mjs', import.meta.url));

let home: string;
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'acp-hub-start-')));
  mkdirSync(join(home, 'garden'));
  const echo = { command: process.execPath, args: [agentProgram] };
  writeFileSync(join(home, 'config.json'), JSON.stringify({ agent_servers: { echo }, default_agent: 'echo' }));
});
afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

const terminalOf = (env: Readonly<Record<string, string>> = {}, stdin: readonly string[] = []): CapturedTerminal =>
  captureTerminal({
    env: { HOME: home, XDG_DATA_HOME: join(home, 'data'), ACP_CONFIG: join(home, 'config.json'), ...env },
    stdin,
    program: [process.execPath, join(home, 'no-bundled-agent.js')],
  });

async function acp(
  args: readonly string[],
  env?: Readonly<Record<string, string>>,
): Promise<{ code: number; out: string; err: string }> {
  const terminal = terminalOf(env);
  const code = await run(args, terminal);
  return { code, out: terminal.out(), err: terminal.err() };
}

const soon = <T>(get: () => T): ReturnType<typeof expect.poll<T>> => expect.poll(get, { interval: 10 });

interface RunningHub {
  readonly url: string;
  readonly token: string;
  readonly terminal: CapturedTerminal;
  /** Stops it as a signal does; resolves with its exit code. */
  stop(): Promise<number>;
}

async function startHub(args: readonly string[] = [], env?: Readonly<Record<string, string>>): Promise<RunningHub> {
  const terminal = terminalOf(env);
  const words = ['hub', '--port', '0', '--format', 'json', '--root', join(home, 'garden'), ...args];
  const running = run(words, terminal);
  await Promise.race([running, soon(() => terminal.out()).toContain('\n')]);
  if (terminal.out() === '') throw new Error(terminal.err());
  const { url, token } = JSON.parse(terminal.out()) as { readonly url: string; readonly token: string };
  return {
    url,
    token,
    terminal,
    stop: () => {
      process.emit('SIGTERM', 'SIGTERM');
      return running;
    },
  };
}

const inGarden = (): readonly string[] => ['--cwd', join(home, 'garden')];

test('a hub needs no settings, and sessions are there after a restart, with the same token', async () => {
  const first = await startHub();
  expect(await acp(['exec', '--hub', '--format', 'quiet', ...inGarden(), 'hello'])).toEqual({
    code: 0,
    out: 'You said: hello\n',
    err: '',
  });
  const detached = await acp(['exec', '--hub', '--detach', ...inGarden(), 'good evening']);
  expect(detached).toMatchObject({ code: 0, out: expect.stringMatching(/^\S+\n$/u) as string, err: '' });
  const status = await acp(['hub', 'status', '--format', 'json']);
  expect(JSON.parse(status.out)).toMatchObject({ isAccepting: true, liveSessions: 2 });
  const { out: words } = await acp(['hub', 'status']);
  expect(words).toMatch(/^sessions in use +2$/mu);
  expect(words).toMatch(/^connected clients, with this one +1$/mu);
  expect(statSync(join(home, 'data', 'acp-stack', 'hub', 'token')).mode & 0o777).toBe(0o600);
  for (const path of ['healthz', 'readyz']) expect((await fetch(new URL(path, first.url))).status).toBe(200);
  expect((await fetch(new URL('metrics', first.url))).status).toBe(401);
  expect(await first.stop()).toBe(0);
  expect(first.terminal.err()).toContain('agents echo, bundled; folders ');

  const second = await startHub();
  expect(second.token).toBe(first.token);
  const listed = await acp(['sessions', 'list', '--hub', second.url, '--format', 'json']);
  expect((JSON.parse(listed.out) as readonly unknown[]).length).toBe(2);
  const id = detached.out.trim();
  const shown = await acp(['sessions', 'show', id, '--full', '--hub', second.url]);
  expect(shown.out).toContain('You said: good evening');
  // This agent does not store its sessions.
  expect(await acp(['sessions', 'resume', id, '--hub', '--format', 'quiet', 'and now?'])).toMatchObject({
    code: 1,
    err: expect.stringMatching(
      /failed: The agent echo cannot resume the session: Session not found \(-32603\)\n$/u,
    ) as string,
  });
  expect(await second.stop()).toBe(0);
});

test('a second hub on the same database is refused with the process of the first', async () => {
  const hub = await startHub();
  expect(await acp(['hub', '--port', '0'])).toEqual({
    code: 2,
    out: '',
    err: expect.stringContaining(`the hub with the process id ${process.pid} uses the database`) as string,
  });
  await hub.stop();
  expect(readdirSync(join(home, 'data', 'acp-stack', 'hub', 'running'))).toEqual([]);
});

test('a database that has another name through a link is used by one hub at a time, and is copied and restored', async () => {
  const [file, link] = [join(home, 'real.db'), join(home, 'link.db')];
  symlinkSync(file, link);
  const hub = await startHub(['--database', link]);
  await acp(['exec', '--hub', '--format', 'quiet', ...inGarden(), 'hello']);
  expect(await acp(['hub', '--port', '0', '--database', file])).toMatchObject({
    code: 2,
    err: expect.stringContaining(`uses the database ${file}`) as string,
  });
  const copy = join(home, 'linked-copy.db');
  expect(await acp(['hub', 'backup', copy, '--database', link])).toMatchObject({ code: 0 });
  expect(await acp(['hub', 'restore', copy, '--database', link])).toMatchObject({ code: 2 });
  await hub.stop();
  expect(await acp(['hub', 'restore', copy, '--database', link])).toMatchObject({ code: 0 });
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  const again = await startHub(['--database', file]);
  expect(JSON.parse((await acp(['sessions', 'list', '--hub', '--format', 'json'])).out)).toHaveLength(1);
  await again.stop();
});

test('a hub that cannot start leaves no lock beside its database', async () => {
  const database = join(home, 'notes.txt');
  writeFileSync(database, 'not a database, but the notes of a user');
  expect(await acp(['hub', '--port', '0', '--database', database])).toMatchObject({ code: 7 });
  expect(readdirSync(home).filter((name) => name.includes('.lock'))).toEqual([]);
});

test('a backup is made while the hub runs, and restored only when it does not', async () => {
  const hub = await startHub();
  const copy = join(home, 'copy.db');
  const before = await acp(['exec', '--hub', '--detach', ...inGarden(), 'one']);
  expect(await acp(['hub', 'backup', copy])).toMatchObject({ code: 0 });
  expect(statSync(copy).mode & 0o777).toBe(0o600);
  expect(await acp(['hub', 'backup', copy])).toMatchObject({ code: 2, err: `acp: ${copy} exists; name a new file\n` });
  await acp(['exec', '--hub', '--detach', ...inGarden(), 'two']);
  expect(await acp(['hub', 'restore', copy])).toMatchObject({ code: 2, err: expect.stringContaining('stop it first') });
  await hub.stop();
  const other = join(home, 'other.db');
  writeFileSync(other, 'no database');
  expect(await acp(['hub', 'restore', other])).toMatchObject({
    code: 7,
    err: `acp: ${other} is not a database of a hub; name a file that acp hub backup has written\n`,
  });
  expect(await acp(['hub', '--port', '0', '--database', other])).toMatchObject({
    code: 7,
    err: `acp: ${other} is not a database of a hub and was not changed; name another one by --database\n`,
  });
  expect(await acp(['hub', 'restore', copy])).toMatchObject({
    code: 0,
    err: expect.stringContaining('before-restore'),
  });
  const restored = await startHub();
  const listed = await acp(['sessions', 'list', '--hub', '--format', 'json']);
  expect(JSON.parse(listed.out)).toMatchObject([{ sessionId: before.out.trim() }]);
  await restored.stop();
});

test('an invitation lets a guest watch one session, and nothing else', async () => {
  const hub = await startHub();
  const mine = (await acp(['exec', '--hub', '--detach', ...inGarden(), 'open to all'])).out.trim();
  await acp(['exec', '--hub', '--detach', ...inGarden(), 'private']);
  const invite = ['hub', 'invite', mine.slice(0, -2), '--role', 'observer', '--expires', '1h'];
  const { out: link, err: about } = await acp(invite);
  expect(about).toContain('all who have it are one guest; 1 user with an account may become a member');
  expect(link).toMatch(new RegExp(`^${hub.url}#invitation=acpi_[\\w-]{43}\\n$`, 'u'));
  const guest = terminalOf({ XDG_DATA_HOME: join(home, 'guest') }, [link]);
  const watching = run(['attach', '-', '--read-only'], guest);
  await soon(() => guest.out()).toContain('> open to all\n\nYou said: open to all');
  await acp(['sessions', 'resume', mine, '--hub', 'still there?']);
  await soon(() => guest.out()).toContain('> still there?\n\nYou said: still there?');
  expect(guest.out()).not.toContain('private');
  process.emit('SIGINT', 'SIGINT');
  expect(await watching).toBe(0);
  await hub.stop();
});

test('users of a file of tokens have sessions of their own, and only operators see the status', async () => {
  const hub = await startHub();
  await acp(['exec', '--hub', '--detach', ...inGarden(), 'private']);
  const ann = { ACP_TOKEN: (await acp(['hub', 'token', 'add', 'ann'])).out.trim() };
  await soon(() => acp(['sessions', 'list', '--hub', '--format', 'json'], ann)).toMatchObject({ code: 0, out: '[]\n' });
  const asked = await acp(['hub', 'status'], ann);
  expect(asked).toMatchObject({ code: 1, err: expect.stringContaining('acp hub token add --operator makes one') });
  expect(await acp(['hub', 'sessions', '--format', 'json'], { ACP_TOKEN: 'guess' })).toMatchObject({
    code: 6,
    err: expect.stringContaining('the token that was sent is not valid there'),
  });
  const noted = await acp(['hub', 'audit', '--principal', 'ann']);
  expect(noted.code).toBe(0);
  expect(noted.out).toMatch(/ ann +\S*hub\/status +refused: operator_required\n/u);
  expect(noted.out).not.toContain(' local ');
  const events = JSON.parse((await acp(['hub', 'audit', '--format', 'json'])).out) as { principal: string }[];
  expect(new Set(events.map(({ principal }) => principal))).toEqual(new Set(['ann', 'local']));
  expect(await acp(['hub', 'audit'], ann)).toMatchObject({ code: 1, err: expect.stringContaining('Only operators') });
  const listed = await acp(['hub', 'sessions']);
  expect(listed).toMatchObject({
    code: 0,
    out: expect.stringMatching(/ local +echo .* private \(\S*garden\)\n$/u) as string,
  });
  await hub.stop();
});

test('old sessions are deleted, and not those in use beside a running hub', async () => {
  const hub = await startHub();
  const { out: old } = await acp(['exec', '--hub', '--detach', ...inGarden(), 'old']);
  const held = '; 1 more stays, because a running hub uses it';
  expect(await acp(['hub', 'gc', '--older-than', '0s'])).toMatchObject({ err: `acp hub: deleted 0 sessions${held}\n` });
  await hub.stop();
  const dry = await acp(['hub', 'gc', '--older-than', '0s', '--dry-run']);
  expect(dry).toMatchObject({ out: expect.stringContaining(old.trim()), err: 'acp hub: would delete 1 session\n' });
  expect(await acp(['hub', 'gc', '--keep-bytes', '0'])).toMatchObject({ err: 'acp hub: deleted 1 session\n' });
  expect(await acp(['hub', 'gc', '--older-than', '0s'])).toMatchObject({ err: 'acp hub: deleted 0 sessions\n' });
});

test('drain waits for work, and a second one with a limit interrupts what lasts longer, and both say so', async () => {
  const hub = await startHub();
  await acp(['exec', '--hub', '--detach', ...inGarden(), 'hello']);
  await acp(['exec', '--hub', '--detach', ...inGarden(), 'wait']);
  await soon(async () => JSON.parse((await acp(['hub', 'status', '--format', 'json'])).out) as object).toMatchObject({
    busySessions: 1,
  });
  const waiting = terminalOf();
  const waited = run(['hub', 'drain'], waiting);
  await soon(() => waiting.err()).toBe(
    'acp hub: it takes no more sessions until it is restarted; waiting for 1 session that works, ' +
      'as long as it takes; Ctrl+C stops the waiting, not the work\n',
  );
  await soon(async () => (await fetch(new URL('readyz', hub.url))).status).toBe(503);
  expect(await acp(['exec', '--hub', ...inGarden(), 'hello'])).toMatchObject({ code: 1, out: '' });
  const status = await acp(['hub', 'status', '--format', 'json']);
  expect(JSON.parse(status.out)).toMatchObject({ isAccepting: false, busySessions: 1 });
  expect(await acp(['hub', 'drain', '--wait', '0'])).toEqual({
    code: 0,
    out: '',
    err:
      'acp hub: it takes no more sessions until it is restarted; the work of 1 session is interrupted now\n' +
      'acp hub: the work of 1 session was interrupted; the hub can be stopped\n',
  });
  expect(await waited).toBe(0);
  expect(waiting.err()).toContain('\nacp hub: no session works any more; the hub can be stopped\n');
  await hub.stop();
});

test('the owner of a session lists and revokes its invitations, and changes and removes its members', async () => {
  const hub = await startHub();
  const id = (await acp(['exec', '--hub', '--detach', ...inGarden(), 'open to all'])).out.trim();
  expect(await acp(['hub', 'invitations', id])).toMatchObject({
    code: 0,
    out: '',
    err: expect.stringContaining('no '),
  });
  const invited = await acp(['hub', 'invite', id, '--role', 'controller', '--format', 'json']);
  const { link, id: invitation } = JSON.parse(invited.out) as { readonly link: string; readonly id: string };
  const guest = terminalOf({ XDG_DATA_HOME: join(home, 'guest') }, [link]);
  const watching = run(['attach', '-', '--read-only'], guest);
  await soon(() => guest.out()).toContain('> open to all');
  const listed = await acp(['hub', 'invitations', id]);
  expect(listed.out).toMatch(
    new RegExp(
      `^${invitation} +controller +until \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d +used 1 of 1: guest:${invitation}\n$`,
      'u',
    ),
  );
  const none = await acp(['hub', 'revoke', id, 'zz']);
  expect(none).toMatchObject({ code: 2, err: expect.stringContaining(`acp hub invitations ${id} lists them`) });
  expect(await acp(['hub', 'revoke', id, invitation.slice(0, 6)])).toMatchObject({
    code: 0,
    err: expect.stringContaining(`revoked the invitation ${invitation}`),
  });
  expect((await acp(['hub', 'invitations', id])).out).toContain('revoked');
  expect([await watching, guest.err()]).toEqual([6, expect.stringContaining('this invitation is not valid: it has')]);

  const ann = { ACP_TOKEN: (await acp(['hub', 'token', 'add', 'ann'])).out.trim() };
  const change = (...args: readonly string[]): ReturnType<typeof acp> => acp(['hub', 'member', id, 'ann', ...args]);
  expect(await change('--role', 'observer')).toMatchObject({
    code: 0,
    err: 'acp hub: ann is observer of the session\n',
  });
  const members = async (): Promise<unknown> => JSON.parse((await acp(['hub', 'members', id, '--format', 'json'])).out);
  expect(await members()).toEqual({ local: 'owner', ann: 'observer' });
  expect((await acp(['hub', 'members', id])).out).toBe('local  owner\nann    observer\n');
  await soon(async () => (await acp(['sessions', 'list', '--hub', '--format', 'json'], ann)).out).toContain(id);
  expect(await change('--remove')).toMatchObject({ code: 0, err: expect.stringContaining('no access') });
  expect(await members()).toEqual({ local: 'owner' });
  for (const args of [[], ['--remove', '--role', 'owner']])
    expect(await change(...args)).toMatchObject({
      code: 2,
      err: 'acp: say what to change: either --role or --remove\n',
    });
  await hub.stop();
});

test('a log for programs has one object on each line, and no secrets', async () => {
  const hub = await startHub(['--log-format', 'json'], { ACP_HUB_TOKEN: 'geheim-geheim' });
  expect(hub.token).toBe('geheim-geheim');
  expect(existsSync(join(home, 'data', 'acp-stack', 'hub', 'token'))).toBe(false);
  const env = { ACP_TOKEN: 'geheim-geheim' };
  expect(await acp(['exec', '--hub', '--format', 'quiet', ...inGarden(), 'hello'], env)).toMatchObject({ code: 0 });
  await hub.stop();
  const [first] = hub.terminal.err().split('\n');
  expect(JSON.parse(first ?? '')).toMatchObject({ level: 'info', event: 'listening' });
  expect(hub.terminal.err()).not.toContain('geheim');
});

test.each<[readonly string[], Readonly<Record<string, string>>, number, string]>([
  [['hub', '--agent', 'tulip'], {}, 2, 'agent "tulip" not found'],
  [['hub', '--root', '/no/such'], {}, 2, '--root: the folder /no/such does not exist'],
  [
    ['hub', '--database', 'postgres://hub:geheim@127.0.0.1:1/acp'],
    {},
    7,
    'connect ECONNREFUSED 127.0.0.1:1; start it, or check the address',
  ],
  [['hub', '--database', '/no/such/x.db'], {}, 2, '--database: the folder /no/such does not exist; create it'],
  [['hub', '--tokens', '/no/such'], {}, 2, 'The file of tokens /no/such cannot be read'],
  [['hub', '--operator', 'ann'], {}, 2, '--operator names users of --oidc-issuer'],
  [['hub'], { ACP_HUB_TOKEN: '' }, 2, 'ACP_HUB_TOKEN must not be empty'],
  [['hub', '--port', '70000'], {}, 2, 'from 0 to 65535'],
  [['hub', 'backup', 'x'], {}, 2, 'acp hub makes it, or name another one by --database'],
  [['hub', 'gc', '--older-than', '1d'], {}, 2, 'acp hub makes it'],
  [['hub', 'invite', 'x', '--expires', '0s'], {}, 2, '--expires must be from 1s to 90d'],
  [['hub', 'invite', 'x', '--expires', '91d'], {}, 2, '--expires must be from 1s to 90d'],
  [['hub', 'invite', 'x', '--address', 'nonsense'], {}, 2, 'nonsense is not the URL of a hub; it must begin with'],
  [['hub', 'backup', 'x'], { ACP_HUB_DATABASE: 'postgres://db/acp' }, 2, 'pg_dump --schema=acp copies it'],
  [['hub', 'restore', 'x'], { ACP_HUB_DATABASE: 'postgres://db/acp' }, 2, 'pg_restore or psql'],
  [['hub', 'gc'], {}, 2, 'say what is old'],
  [['hub', 'status'], {}, 2, 'no hub is known: start one with acp hub'],
  [['hub', 'invite', 'x', '--expires', '1 week'], {}, 2, 'It must be such as 45s, 30m, 1h or 90d'],
  [['hub', 'stauts'], {}, 2, "unknown command 'stauts'"],
])('%j is refused with one sentence', async (args, env, code, words) => {
  const { code: found, out, err } = await acp(args, { ...env });
  expect([found, out]).toEqual([code, '']);
  expect(err).toContain(words);
  expect([err.split('\n').length, err.includes('geheim')]).toEqual([2, false]);
});

test('a hub over TLS knows clients by their certificate, and its operators among them', async () => {
  const files = Object.entries({ cert, key }).map(([name, text]) => {
    const path = join(home, `${name}.pem`);
    writeFileSync(path, text);
    return path;
  });
  const [certFile = '', keyFile = ''] = files;
  const tls = ['--tls-cert', certFile, '--tls-key', keyFile, '--tls-client-ca', certFile];
  const hub = await startHub([...tls, '--operator', 'loopback test']);
  expect(hub.url).toMatch(/^https:/u);
  const asked = async (own: object): Promise<unknown> => {
    const connection = await client({ name: 'test', version: '1.0.0' }).connect(
      remote(hub.url, { tls: { ca: cert, ...own } }),
    );
    try {
      return await connection.request('_acp-stack.dev/hub/status', {});
    } finally {
      await connection.close();
    }
  };
  expect(await asked({ cert, key })).toMatchObject({ isAccepting: true });
  await expect(asked({})).rejects.toThrow('401');
  await hub.stop();
});

test('a hub whose process was killed is not sent a token, and its database can be used again', async () => {
  const hub = await startHub();
  const notes = join(home, 'data', 'acp-stack', 'hub', 'running');
  const note = join(notes, readdirSync(notes)[0] ?? '');
  const { url } = JSON.parse(readFileSync(note, 'utf8')) as { readonly url: string };
  writeFileSync(note, JSON.stringify({ url, pid: 2 ** 30 }), { mode: 0o600 });
  expect(await acp(['hub', 'status'])).toMatchObject({ code: 2, err: expect.stringContaining('no hub is known') });
  expect(await acp(['hub', 'status', '--hub', url])).toMatchObject({ code: 6 });
  await hub.stop();
});

test('a database that has lost stored events is used further, and the log says what was lost', async () => {
  const first = await startHub();
  await acp(['exec', '--hub', '--detach', ...inGarden(), 'hello']);
  await first.stop();
  // The file beside the database names an event that is not there.
  writeFileSync(join(home, 'data', 'acp-stack', 'hub', 'hub.db-last'), `${'1000000 1 1'.padEnd(63)}\n`);
  const second = await startHub();
  expect((await acp(['sessions', 'list', '--hub', '--format', 'json'])).out).toContain('sessionId');
  await second.stop();
  expect(second.terminal.err()).toContain('hub.db has lost events, at least stream 1000000');
});
