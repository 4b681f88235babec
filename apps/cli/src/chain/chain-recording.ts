/** Writes what happens in a chain into a trace: each message on each hop, output, and the life of components. */
import type { ChainEvent, MessageEvent } from '@acp-stack/conductor';
import { clientSide } from '@acp-stack/trace/format';

import { jsonText } from '../json/json-text.ts';
import type { UntimedRecord } from '../trace/trace-writer.ts';

/** The record of an event; each pair of neighbours is a connection. */
export function recordOf(event: ChainEvent): UntimedRecord {
  if (event.kind === 'message') return messageRecord(event);
  if (event.kind === 'refused') {
    const { from, reason, message } = event;
    const frame = typeof message === 'string' ? message : (jsonText(message) ?? '');
    const side = sideOf(from);
    return { type: 'frame', connection: side, from: side, to: 'conductor', frame, problem: reason };
  }
  const { component } = event;
  const common = { connection: component, component };
  if (event.kind === 'output')
    return { type: event.isNoise === true ? 'stdout' : 'stderr', ...common, text: event.line };
  const { step, reason, details } = event;
  const text = [reason, details === undefined ? undefined : jsonText(details)].filter(isText).join(' ');
  return { type: 'component', ...common, event: step, text };
}

function messageRecord({ from, to, message, isBridged }: MessageEvent): UntimedRecord {
  const [sender, recipient] = [sideOf(from), sideOf(to)];
  const connection = [sender, recipient].toSorted().join(' · ');
  const bridged = isBridged === true ? ({ bridged: true } as const) : {};
  return { type: 'frame', connection, from: sender, to: recipient, ...bridged, frame: jsonText(message) ?? '' };
}

/** The client has the name that it has in every trace. */
const sideOf = (name: string): string => (name === 'client' ? clientSide : name);

const isText = (value: string | undefined): value is string => value !== undefined && value !== '';
