import { describe, expect, test } from 'vitest';

import { isRemoteComponent, parseComponent, readComponent } from './component-spec.ts';

const shipped = ['context', 'redact'];
const parse = (text: string) => parseComponent(text, shipped, '--proxy');

describe('a component on the command line', () => {
  test.each([
    ['node audit.mjs --strict', { kind: 'command', command: ['node', 'audit.mjs', '--strict'], env: {} }],
    [`node 'my audit.mjs'`, { kind: 'command', command: ['node', 'my audit.mjs'], env: {} }],
    ['MODE=strict A= audit', { kind: 'command', command: ['audit'], env: { MODE: 'strict', A: '' } }],
    ['ws://127.0.0.1:9/acp', { kind: 'address', url: 'ws://127.0.0.1:9/acp', headers: {} }],
    ['redact', { kind: 'shipped', proxy: 'redact', settings: [] }],
    ['redact {"names":["A"]}', { kind: 'shipped', proxy: 'redact', settings: { names: ['A'] } }],
    [`redact --names 'A B'`, { kind: 'shipped', proxy: 'redact', settings: ['--names', 'A B'] }],
    ['./redact', { kind: 'command', command: ['./redact'], env: {} }],
    [
      '{"command":"node","args":["a.mjs"],"env":{"A":"b"},"name":"audit","onExit":"fail"}',
      { kind: 'command', command: ['node', 'a.mjs'], env: { A: 'b' }, name: 'audit', onExit: 'fail' },
    ],
  ])('%s', (text, spec) => {
    expect(parse(text)).toEqual(spec);
  });

  test.each([
    ['', '--proxy needs a command, an address, or one of context, redact'],
    ['A=b', '--proxy has no command'],
    [`node 'a`, "--proxy has a quote without an end: node 'a"],
    ['redact {', '--proxy is not JSON'],
    ['redact {"a":1,"a":2}', '"a" is there again'],
    ['{"proxy":"redact","settings":{"b":1,"b":2}}', '"b" is there again'],
    ['ws://', '--proxy: "ws://" is not an address; write one such as ws://127.0.0.1:8420/acp'],
    ['{"url":"http://:7"}', '--proxy.url: "http://:7" is not an address; write one such as'],
    ['{"url":"ftp://x"}', '--proxy.url must begin with ws:, wss:, http: or https:'],
  ])('%s is refused', (text, message) => {
    expect(() => parse(text)).toThrow(message);
  });
});

test.each([
  ['ws://x/acp', true],
  [' {"url":"https://x/acp"}', true],
  ['{"proxy":"redact"}', false],
  ['node a.mjs ws://x', false],
])('%s is remote: %s', (text, isRemote) => {
  expect(isRemoteComponent(text)).toBe(isRemote);
});

describe('a component in a file', () => {
  test.each([
    [
      { url: 'ws://x/acp', headers: { a: 'b' } },
      { kind: 'address', url: 'ws://x/acp', headers: { a: 'b' } },
    ],
    [
      { proxy: 'context', settings: { files: ['A'] } },
      { kind: 'shipped', proxy: 'context', settings: { files: ['A'] } },
    ],
    [
      { command: ['audit', '-v'], cwd: 'tools', onExit: 'bypass', mayBypass: true },
      { kind: 'command', command: ['audit', '-v'], cwd: 'tools', env: {}, onExit: 'bypass', mayBypass: true },
    ],
  ])('%j', (value, spec) => {
    expect(readComponent(value, shipped, 'here')).toEqual(spec);
  });

  test.each([
    [{}, 'here needs one of "command" to start'],
    [{ command: 'a', url: 'ws://x' }, 'here needs one of'],
    [{ proxy: 'toString' }, 'here.proxy: "toString" is not a proxy of acp; the proxies are context, redact'],
    [{ command: 'a', onExit: 'later' }, 'here.onExit must be one of restart, fail, bypass'],
    [{ command: 'a', onExit: 'bypass' }, 'here: "onExit": "bypass" needs "mayBypass": true'],
    [{ command: 'a', mayBypass: 'yes' }, 'here.mayBypass must be true or false'],
    [{ command: [] }, 'here has no command'],
    [7, 'here must be an object'],
  ])('%j is refused', (value, message) => {
    expect(() => readComponent(value, shipped, 'here')).toThrow(message);
  });
});
