/** Asks for all parts of an export: a large file does not fit into one message. */
import type { InspectCalls } from '@acp-stack/trace/inspect';

import type { InspectorCall } from '../store/wire-store.ts';

/** The parts together are the file. */
export async function wholeExport(
  call: InspectorCall,
  wanted: InspectCalls['export']['params'],
): Promise<{ readonly name: string; readonly parts: readonly string[] }> {
  const { name, text, cursor: first } = await call('export', wanted);
  const parts = [text];
  for (let cursor = first; cursor !== undefined;) {
    const next = await call('export', { ...wanted, cursor });
    parts.push(next.text);
    ({ cursor } = next);
  }
  return { name, parts };
}
