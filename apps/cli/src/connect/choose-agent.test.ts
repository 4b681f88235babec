import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { parseConfig } from '../config/config.ts';
import { captureTerminal } from '../terminal/captured-terminal.ts';
import { writeServedToken } from '../token/served-token.ts';
import { bundledName, chooseAgent, type AgentChoice } from './choose-agent.ts';

const config = parseConfig(
  JSON.stringify({
    agent_servers: { florist: { command: 'florist' }, far: { url: 'ws://far.example/acp', headers: { 'x-a': 'b' } } },
  }),
  'config.json',
);

const choose = (wish: Partial<AgentChoice>, env: Record<string, string> = {}, settings = config): unknown =>
  chooseAgent({ flags: {}, ...wish }, settings, captureTerminal({ env, program: ['node', 'acp.js'] }));

describe('chooseAgent', () => {
  test('takes the agent that comes with the program when none is named', () => {
    expect(choose({})).toMatchObject({ name: bundledName, command: 'node', args: ['acp.js', 'agent'] });
  });

  test('takes what was named, a flag before a variable before the file', () => {
    const usual = { ...config, defaultAgent: 'far' };
    expect(choose({}, {}, usual)).toMatchObject({ name: 'far' });
    expect(choose({}, { ACP_AGENT: 'florist' }, usual)).toMatchObject({ name: 'florist' });
    expect(choose({ flags: { agent: bundledName } }, { ACP_AGENT: 'florist' }, usual)).toMatchObject({
      name: bundledName,
    });
    expect(choose({ command: ['other', '--acp'] }, { ACP_AGENT: 'florist' })).toMatchObject({
      command: 'other',
      args: ['--acp'],
    });
  });

  test('takes the version of the protocol from a flag before a variable before the entry of the agent', () => {
    const older = parseConfig('{ "agent_servers": { "old": { "command": "old", "protocol": 1 } } }', 'config.json');
    expect(choose({ name: 'florist' })).not.toHaveProperty('protocol');
    expect(choose({ name: 'old' }, {}, older)).toMatchObject({ protocol: 1 });
    expect(choose({ name: 'old' }, { ACP_PROTOCOL: '2' }, older)).toMatchObject({ protocol: 2 });
    expect(choose({ name: 'old', flags: { protocol: '1' } }, { ACP_PROTOCOL: '2' }, older)).toMatchObject({
      protocol: 1,
    });
    expect(choose({ command: ['other'] }, { ACP_PROTOCOL: '1' })).toMatchObject({ command: 'other', protocol: 1 });
    expect(() => choose({}, { ACP_PROTOCOL: '3' })).toThrow('ACP_PROTOCOL must be 1 or 2');
    expect(() => parseConfig('{ "agent_servers": { "x": { "command": "x", "protocol": 0 } } }', 'c.json')).toThrow(
      'agent_servers.x.protocol must be 1 or 2',
    );
  });

  test('sends the token of the environment to remote agents, and never to one that has a token of its own', () => {
    const env = { ACP_TOKEN: 'rose' };
    expect(choose({ flags: { url: 'https://far.example/acp', header: ['X-Team: garden'] } }, env)).toMatchObject({
      headers: { authorization: 'Bearer rose', 'X-Team': 'garden' },
    });
    expect(choose({ name: 'far' }, env)).toMatchObject({ headers: { 'x-a': 'b', authorization: 'Bearer rose' } });
    const own = parseConfig(
      '{ "agent_servers": { "far": { "url": "ws://x/acp", "headers": { "Authorization": "mine" } } } }',
      'config.json',
    );
    expect(choose({ name: 'far' }, env, own)).toMatchObject({ headers: { Authorization: 'mine' } });
  });

  test('sends the token of a file, and otherwise that of a server which this user runs on this machine', () => {
    const home = mkdtempSync(join(tmpdir(), 'acp-choose-'));
    const env = { HOME: home, XDG_DATA_HOME: home };
    const url = 'ws://127.0.0.1:8420/acp';
    const path = writeServedToken(url, 'rose', env);
    expect(choose({ flags: { url } }, env)).toMatchObject({ headers: { authorization: 'Bearer rose' } });
    expect(choose({ flags: { url } }, { ...env, ACP_TOKEN: 'tulip' })).toMatchObject({
      headers: { authorization: 'Bearer tulip' },
    });
    expect(choose({ flags: { url: 'ws://far.example/acp', tokenFile: path } }, { ACP_TOKEN: 'tulip' })).toMatchObject({
      headers: { authorization: 'Bearer rose' },
    });
    expect(() => choose({ flags: { url, tokenFile: join(home, 'none') } })).toThrow('not found');
    expect(() => choose({ flags: { agent: 'florist', tokenFile: path } })).toThrow('--token-file is for remote agents');
    rmSync(home, { recursive: true });
  });

  test('shows an address without what may be a secret', () => {
    expect(choose({ flags: { url: 'wss://ann:geheim@far.example/acp?token=geheim' } })).toMatchObject({
      name: 'wss://far.example/acp',
    });
  });

  test.each([
    [{ name: 'florits' }, 'did you mean florist?'],
    [{ name: 'baker' }, 'acp agents add baker'],
    [{ flags: { agent: 'http://ann:geheim@far.example/acp' } }, /^http:\/\/far\.example\/acp is a URL.+ --url$/u],
    [{ flags: { url: 'florist' } }, 'is not the URL of an agent'],
    [{ flags: { url: 'ws://x', header: ['nonsense'] } }, '--header must be "name: value"'],
    [{ flags: { url: 'ws://x', header: ['Authorization: y'], tokenFile: 'f' } }, 'cannot be used together'],
    [{ name: 'florist', command: ['x'] }, 'name the agent once'],
    [{ command: [] }, 'missing command after --'],
  ])('refuses %j', (wish, words) => {
    expect(() => choose(wish)).toThrow(words);
  });
});
