import { describe, expect, test } from 'vitest';

import { schemaOf } from '../../protocol-schema/load-schema.ts';
import { ConversationChecker } from './conversation-checker.ts';

const options = { schemas: schemaOf, version: 1, unstable: false, side: undefined, method: undefined } as const;
const prompt = { method: 'session/prompt', params: { sessionId: 's', prompt: [{ type: 'text', text: 'x' }] } };
const read = { method: 'fs/read_text_file', params: { sessionId: 's', path: '/x' } };
const message = (fields: object): string => JSON.stringify({ jsonrpc: '2.0', ...fields });
const frame = (from: string, fields: object, connection = '1'): string =>
  JSON.stringify({ type: 'frame', ts: 0, connection, from, to: '', frame: message(fields) });

/** What each line is taken for, and whether it is valid. */
function verdicts(lines: readonly string[]): (string | undefined)[] {
  const checker = new ConversationChecker(options);
  return lines.map((line, index) => {
    const verdict = checker.check(Buffer.from(line), index + 1);
    if (verdict === undefined) return undefined;
    return `${verdict.method ?? verdict.kind} ${verdict.problems.length === 0 ? verdict.kind : 'invalid'}`;
  });
}

describe('the lines of a recording', () => {
  test('may be records of a trace: their messages are checked, and the rest is passed over', () => {
    const lines = [
      JSON.stringify({ type: 'header', format: 'acp-trace', version: 1 }),
      frame('Client', { id: 1, ...prompt }),
      JSON.stringify({ type: 'stderr', text: 'hello' }),
      JSON.stringify({ type: 'stdout', text: 'hello' }),
      frame('Agent', { id: 1, result: { stopReason: 'end_turn' } }),
      frame('Agent', { method: 'session/update', params: {} }),
      JSON.stringify({ type: 'frame', from: 'Agent', to: 'Client', frame: 'not JSON', connection: '1', ts: 0 }),
      JSON.stringify({ type: 'end', dropped: 0 }),
    ];
    expect(verdicts(lines)).toEqual([
      undefined,
      'session/prompt request',
      undefined,
      undefined,
      'session/prompt result',
      'session/update invalid',
      'message invalid',
      undefined,
    ]);
  });

  test('tell the ids of both sides apart in a trace, also where the results look alike', () => {
    const lines = [
      frame('Client', { id: 1, method: 'session/set_mode', params: { sessionId: 's', modeId: 'm' } }),
      frame('Agent', { id: 1, method: 'terminal/kill', params: { sessionId: 's', terminalId: 't' } }),
      frame('Agent', { id: 1, result: {} }),
      frame('Client', { id: 1, result: {} }),
      frame('Agent', { id: 2, ...prompt }),
    ];
    expect(verdicts(lines).slice(2)).toEqual([
      'session/set_mode result',
      'terminal/kill result',
      'session/prompt invalid',
    ]);
  });

  test('tell the connections of a trace apart', () => {
    const lines = [
      frame('Client', { id: 1, ...prompt }, 'a'),
      frame('Client', { id: 1, method: 'authenticate', params: { methodId: 'm' } }, 'b'),
      frame('Agent', { id: 1, result: {} }, 'b'),
      frame('Agent', { id: 1, result: { stopReason: 'end_turn' } }, 'a'),
    ];
    expect(verdicts(lines).slice(2)).toEqual(['authenticate result', 'session/prompt result']);
  });

  test('tell requests of both sides with one id apart without a sender: the agent is answered first', () => {
    const lines = [
      message({ id: 1, ...prompt }),
      message({ id: 1, ...read }),
      message({ id: 1, error: { code: -32_002, message: 'No such file' } }),
      message({ id: 1, result: { stopReason: 'end_turn' } }),
      message({ id: 2, ...prompt }),
      message({ id: 2, method: 'terminal/kill', params: { sessionId: 's', terminalId: 't' } }),
      message({ id: 2, result: { stopReason: 'no such reason' } }),
      message({ id: 2, result: {} }),
    ];
    const found = verdicts(lines);
    expect([...found.slice(2, 4), ...found.slice(6)]).toEqual([
      'fs/read_text_file error',
      'session/prompt result',
      'session/prompt invalid',
      'terminal/kill result',
    ]);
  });

  test('that only look like records are messages', () => {
    expect(verdicts([JSON.stringify({ type: 'frame' }), message({ type: 'end', id: 1, ...prompt })])).toEqual([
      'message invalid',
      'session/prompt request',
    ]);
  });
});
