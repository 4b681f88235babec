/**
 * A transcript as updates: each message and tool call completely, once; the later parts of a message as chunks.
 *
 * Folding them returns the same transcript, without pending requests, and with terminals that start at their first kept
 * byte.
 */
import { encodeBase64 } from '@acp-stack/schema/base64';
import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';

import type { Entry } from '../state/entry.ts';
import { lastPlan } from '../state/selectors.ts';
import type { Plan, Terminal, Transcript } from '../state/transcript.ts';

/** Returns the updates of which a transcript consists, in an order in which they can be applied. */
export function toUpdates(transcript: Transcript): readonly SessionUpdate[] {
  const { configOptions, availableCommands, usage, info, state } = transcript;
  return [
    ...(Object.keys(info).length === 0 ? [] : [{ ...info, sessionUpdate: 'session_info_update' as const }]),
    ...(configOptions === undefined ? [] : [{ sessionUpdate: 'config_option_update' as const, configOptions }]),
    ...(availableCommands === undefined
      ? []
      : [{ sessionUpdate: 'available_commands_update' as const, availableCommands }]),
    ...transcript.entries.toArray().flatMap(entryUpdates),
    ...transcript.terminals.toArray().map(terminalUpdate),
    ...planUpdates(transcript),
    ...(usage === undefined ? [] : [{ ...usage, sessionUpdate: 'usage_update' as const }]),
    ...(state === undefined ? [] : [{ ...state, sessionUpdate: 'state_update' } as SessionUpdate]),
  ];
}

/** A later part of a message is sent in chunks, because a whole message would replace the parts before it. */
function entryUpdates(entry: Entry): readonly SessionUpdate[] {
  if (!('part' in entry) || entry.part === undefined) return [entryUpdate(entry)];
  const { type, messageId, content } = entry;
  const sessionUpdate = `${type}_chunk` as const;
  return content.toArray().map((block): SessionUpdate => ({ sessionUpdate, messageId, content: block }));
}

/** Returns the update for one entry. */
export function entryUpdate(entry: Entry): SessionUpdate {
  if (entry.type === 'unknown') return entry.update;
  if (entry.type === 'notice') return { ...entry.notice, sessionUpdate: 'notice' };
  const { id: _, type, ...fields } = entry;
  if (type === 'subagent') return { ...fields, sessionUpdate: 'subagent_update' } as SessionUpdate;
  if (type === 'compaction') {
    const { summary } = entry;
    return { ...fields, sessionUpdate: 'compaction_update', summary: summary.toArray() } as SessionUpdate;
  }
  const { content } = entry;
  const sessionUpdate = type === 'tool_call' ? 'tool_call_update' : type;
  return { ...fields, sessionUpdate, content: content.toArray() } as SessionUpdate;
}

function terminalUpdate(terminal: Terminal): SessionUpdate {
  const { id: _, output, ...fields } = terminal;
  const isSilent = output.total === 0;
  return {
    ...fields,
    sessionUpdate: 'terminal_update',
    ...(isSilent ? {} : { output: { data: encodeBase64(output.bytes) } }),
  };
}

function planUpdate(plan: Plan): SessionUpdate {
  const { id: _, ...fields } = plan;
  return { ...fields, sessionUpdate: 'plan_update' };
}

/** The plan that was updated last is repeated at the end if it is not the last one. */
function planUpdates(transcript: Transcript): readonly SessionUpdate[] {
  const last = lastPlan(transcript);
  const isLast = last === undefined || last === transcript.plans.at(-1);
  return [...transcript.plans.toArray(), ...(isLast ? [] : [last])].map(planUpdate);
}
