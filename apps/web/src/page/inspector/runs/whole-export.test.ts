import { expect, test } from 'vitest';

import type { InspectorCall } from '../store/wire-store.ts';
import { wholeExport } from './whole-export.ts';

test('an export is asked for part by part, until there is no more', async () => {
  const asked: unknown[] = [];
  const results = [
    { name: 'trace.jsonl', text: 'a\n', cursor: 'one' },
    { name: 'trace.jsonl', text: 'b\n', cursor: 'two' },
    { name: 'trace.jsonl', text: 'c\n' },
  ];
  const call = (async (_name: string, params: { readonly cursor?: string }) => {
    asked.push(params.cursor);
    return results[asked.length - 1];
  }) as InspectorCall;
  const { name, parts } = await wholeExport(call, { redaction: 'none' });
  expect([name, parts.join('')]).toEqual(['trace.jsonl', 'a\nb\nc\n']);
  expect(asked).toEqual([undefined, 'one', 'two']);
});
