/** `acp sessions show`: what a session is about, or everything that was said in it. */
import { messages, textOf, toJson, toMarkdown, type MessageEntry } from '@acp-stack/transcript';

import { prepare, visit, type AgentInvocation } from '../connect/visit-agent.ts';
import { layOut } from '../terminal/columns.ts';
import { createPalette } from '../terminal/palette.ts';
import { inOneLine, withoutControls } from '../terminal/plain-text.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { shownTime } from '../terminal/shown-time.ts';
import { loadTranscript, type LoadedSession } from './load-transcript.ts';
import type { ShowFlags } from './sessions-command.ts';

export interface ShowCommand extends AgentInvocation {
  readonly id: string;
  readonly flags: ShowFlags;
}

export async function showSession(command: ShowCommand, terminal: Terminal): Promise<number> {
  const { id, flags } = command;
  const prepared = await prepare(command, terminal);
  return visit(command, prepared, {}, async (visited) => {
    const loaded = await loadTranscript(visited, id);
    await terminal.stdout.write(`${render(loaded, flags, terminal)}\n`);
    return 0;
  });
}

function render(loaded: LoadedSession, { format, full = false }: ShowFlags, terminal: Terminal): string {
  const { info, transcript } = loaded;
  if (format === 'json') {
    return JSON.stringify({ ...info, ...(full ? { transcript: toJson(transcript) } : counts(loaded)) }, undefined, 2);
  }
  if (full) return withoutControls(toMarkdown(transcript)).trimEnd();
  const { bold, dim } = createPalette(terminal.stdout, terminal.env);
  const row = (name: string, text: string): { readonly text: string; readonly paint?: (text: string) => string }[] => [
    { text: name, paint: dim },
    { text },
  ];
  const { messages: said, toolCalls } = counts(loaded);
  const all = messages(transcript);
  const lines = layOut(
    [
      row('folder', inOneLine(info.cwd ?? 'the agent does not say')),
      row('last used', shownTime(info.updatedAt) || 'the agent does not say'),
      row('holds', `${counted(said, 'message')}, ${counted(toolCalls, 'tool call')}`),
      row('you said', beginning(all.findLast(({ type }) => type === 'user_message'))),
      row('it said', beginning(all.findLast(({ type }) => type === 'agent_message'))),
    ],
    { width: terminal.stdout.columns ?? 100, indent: 2 },
  );
  return [
    bold(inOneLine(transcript.info.title ?? info.sessionId)),
    `  ${dim(inOneLine(info.sessionId))}`,
    ...lines,
  ].join('\n');
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

const counts = ({ transcript }: LoadedSession): { readonly messages: number; readonly toolCalls: number } => ({
  messages: messages(transcript).length,
  toolCalls: transcript.entries.toArray().filter(({ type }) => type === 'tool_call').length,
});

/** Characters of a message that are shown. */
const mostCharacters = 200;

function beginning(entry: MessageEntry | undefined): string {
  const text = entry === undefined ? '' : inOneLine(textOf(entry.content));
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text;
}
