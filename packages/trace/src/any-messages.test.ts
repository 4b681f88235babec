/** Whatever peers send, a trace of it can be shown, compared, exported and saved. */
import { isJsonObject, parseJsonObject } from '@acp-stack/schema/json-object';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { CapabilityTracker } from './capabilities/capability-table.ts';
import { compareRuns } from './compare/compare-runs.ts';
import type { TraceRecord } from './format/trace-format.ts';
import { wireRow } from './inspect/wire-row.ts';
import { schemas } from './load-schema.test-support.ts';
import { exchangesOf } from './rows/exchanges.ts';
import { mergedRows } from './rows/merged-chunks.ts';
import { scriptOfRun } from './script/script-of-run.ts';

const method = fc.constantFrom(
  'initialize',
  'session/new',
  'session/prompt',
  'session/update',
  'session/close',
  'session/request_permission',
  'elicitation/create',
  'fs/read_text_file',
  'x/y',
  '__proto__',
);
const tag = fc.constantFrom(
  'agent_message_chunk',
  'agent_thought_chunk',
  'tool_call',
  'tool_call_update',
  'plan',
  'plan_update',
  'usage_update',
  'available_commands_update',
  'state_update',
  'constructor',
);
const update = fc.tuple(tag, fc.object({ maxDepth: 3 })).map(([sessionUpdate, rest]) => ({ ...rest, sessionUpdate }));
const params = fc.oneof(
  fc.record({ sessionId: fc.constantFrom('s', 't'), update }),
  fc.record({ sessionId: fc.constantFrom('s', 't'), prompt: fc.jsonValue(), mcpServers: fc.jsonValue() }),
  fc.jsonValue(),
);
const id = fc.oneof(fc.constantFrom(1, 2, 'a'), fc.jsonValue());
const message = fc.oneof(
  fc.record({ method, params }),
  fc.record({ id, method, params }),
  fc.record({ id, result: fc.oneof(fc.jsonValue(), fc.record({ sessionId: fc.constantFrom('s', 't') })) }),
  fc.record({ id, error: fc.jsonValue() }),
  fc.jsonValue(),
);
const record = fc.tuple(fc.boolean(), message).map(([isClient, content]): TraceRecord => {
  const sides = isClient ? { from: 'Client', to: 'Agent' } : { from: 'Agent', to: 'Client' };
  const frame = JSON.stringify(isJsonObject(content) ? { jsonrpc: '2.0', ...content } : content);
  return { type: 'frame', ts: 0, connection: '1', ...sides, frame };
});

test('any messages can be shown, merged, compared with themselves, and saved as a script', () => {
  fc.assert(
    fc.property(fc.array(record, { maxLength: 20 }), (records) => {
      const rows = exchangesOf(records, schemas);
      expect(() => JSON.stringify(rows.map((row) => wireRow(row, 1)))).not.toThrow();
      expect(mergedRows(rows).flatMap((item) => item.rows)).toHaveLength(rows.length);
      expect(new Set(compareRuns(rows, rows).map(({ state }) => state)).has('changed')).toBe(false);
      expect(JSON.parse(scriptOfRun(rows).text)).toHaveProperty('turns');
      const tracker = new CapabilityTracker(schemas);
      for (const each of records) if (each.type === 'frame') tracker.note(parseJsonObject(each.frame) ?? {});
      expect(tracker.table().rows.length).toBeGreaterThan(0);
    }),
    { numRuns: 60 },
  );
});

test('messages that are nested very deeply do no harm', () => {
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  const chunk = `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"image","data":${deep}}}}}`;
  const prompt = '{"jsonrpc":"2.0","id":1,"method":"session/prompt","params":{"sessionId":"s","prompt":[]}}';
  const records = [prompt, chunk].map((frame, index): TraceRecord => ({
    type: 'frame',
    ts: 0,
    connection: '1',
    from: index === 0 ? 'Client' : 'Agent',
    to: index === 0 ? 'Agent' : 'Client',
    frame,
  }));
  const rows = exchangesOf(records, schemas);
  expect(compareRuns(rows, rows).map(({ state }) => state)).toEqual(['same', 'same']);
  expect(scriptOfRun(rows).notes).toEqual(['what is nested too deeply was left out']);
});
