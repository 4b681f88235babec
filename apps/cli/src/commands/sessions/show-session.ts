/** `acp sessions show`: shows a summary of a session, or the whole conversation. */
import { failureText, messages, textOf, toJson, toMarkdown, type MessageEntry } from '@acp-stack/transcript';

import { prepare, runWithAgent, type AgentInvocation } from '../../connect/run-with-agent.ts';
import { layOut } from '../../terminal/columns.ts';
import { createPalette } from '../../terminal/palette.ts';
import { inOneLine, stripControls } from '../../text/strip-control-characters.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { shownTime } from '../../text/shown-time.ts';
import { loadTranscript, type LoadedSession } from '../../session/load-transcript.ts';
import type { AgentFlags } from '../../command-line/agent-options.ts';
import type { FormatFlags } from '../../command-line/format-option.ts';

export interface ShowFlags extends AgentFlags, FormatFlags {
  readonly full?: boolean;
}

export interface ShowCommand extends AgentInvocation {
  readonly id: string;
  readonly flags: ShowFlags;
}

export async function showSession(command: ShowCommand, terminal: Terminal): Promise<number> {
  const { id, flags } = command;
  const prepared = await prepare(command, terminal);
  return runWithAgent(command, prepared, {}, async (agentRun) => {
    const loaded = await loadTranscript(agentRun, id);
    await terminal.stdout.write(`${render(loaded, flags, terminal)}\n`);
    return 0;
  });
}

function render(loaded: LoadedSession, { format, full = false }: ShowFlags, terminal: Terminal): string {
  const { info, transcript } = loaded;
  if (format === 'json') {
    return JSON.stringify({ ...info, ...(full ? { transcript: toJson(transcript) } : counts(loaded)) }, undefined, 2);
  }
  if (full) return stripControls(toMarkdown(transcript)).trimEnd();
  const { bold, dim } = createPalette(terminal.stdout, terminal.env);
  const row = (name: string, text: string): { readonly text: string; readonly paint?: (text: string) => string }[] => [
    { text: name, paint: dim },
    { text },
  ];
  const { messages: messageCount, toolCalls } = counts(loaded);
  const all = messages(transcript);
  const failure = failureText(transcript);
  const lines = layOut(
    [
      row('folder', inOneLine(info.cwd ?? 'unknown')),
      row('last used', shownTime(info.updatedAt) || 'unknown'),
      row('contains', `${counted(messageCount, 'message')}, ${counted(toolCalls, 'tool call')}`),
      row('you said', beginning(all.findLast(({ type }) => type === 'user_message'))),
      row('agent said', beginning(all.findLast(({ type }) => type === 'agent_message'))),
      ...(failure === undefined ? [] : [row('stopped', inOneLine(failure))]),
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

/** Characters of a message to show. */
const maxCharacters = 200;

function beginning(entry: MessageEntry | undefined): string {
  const text = entry === undefined ? '' : inOneLine(textOf(entry.content));
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text;
}
