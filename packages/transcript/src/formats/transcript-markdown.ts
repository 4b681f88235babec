/**
 * A transcript as a Markdown document for people.
 *
 * Text of the agent, the user or a tool cannot imitate other parts of the document. Images and audio are mentioned, not
 * embedded.
 */
import type {
  ContentBlock,
  Diff,
  EmbeddedResourceResource,
  PlanItems,
  StateUpdate,
  ToolCallContent,
} from '@acp-stack/schema/v2/unstable';

import type { CompactionEntry, Entry, EntryTypes, SessionMessageEntry, ToolCallEntry } from '../state/entry.ts';
import type { List } from '../collections/list.ts';
import { code, contained, fenced, link, plain, quoted } from './markdown-escape.ts';
import { costText } from './cost-text.ts';
import { hunkLines } from '../patch/hunk-lines.ts';
import { patchLines } from '../patch/patch-lines.ts';
import { rawOutputText } from './tool-output.ts';
import { visibleText } from './visible-text.ts';
import { failureText } from '../state/selectors.ts';
import type { Plan, Terminal, Transcript } from '../state/transcript.ts';

type Writers = { readonly [Type in keyof EntryTypes]: (entry: EntryTypes[Type], transcript: Transcript) => string };

/** Formats the whole transcript as Markdown. */
export function toMarkdown(transcript: Transcript): string {
  const parts = [
    `# ${plain(transcript.info.title ?? '') || 'Transcript'}`,
    ...transcript.entries.toArray().map((entry) => entryToMarkdown(entry, transcript)),
    ...transcript.plans.toArray().map(writePlan),
    writeFigures(transcript),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** Formats one entry as Markdown; `transcript` has the terminals that a tool call shows. */
export function entryToMarkdown(entry: Entry, transcript: Transcript): string {
  const write = writers[entry.type] as (entry: Entry, transcript: Transcript) => string;
  return write(entry, transcript);
}

const writers: Writers = {
  user_message: (entry) => block('## User', quoted(writeContent(entry.content))),
  agent_message: (entry) => block('## Agent', contained(writeContent(entry.content))),
  agent_thought: (entry) => block('## Thought', quoted(writeContent(entry.content))),
  session_message: writeSessionMessage,
  tool_call: writeToolCall,
  compaction: writeCompaction,
  subagent: ({ title, description, sessionId, state }) =>
    block(
      `**Subagent:** ${plain(title ?? sessionId)}${writeState(state)}`,
      typeof description === 'string' ? quoted(description) : '',
    ),
  notice: ({ notice: { severity, title, description } }) =>
    block(
      `**${plain(capitalized(severity))}:** ${plain(title)}`,
      typeof description === 'string' ? quoted(description) : '',
    ),
  unknown: ({ update }) => block(`**Update:** ${code(update.sessionUpdate)}`, fenced(json(update), 'json')),
};

const block = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n\n');
const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const json = (value: unknown): string => JSON.stringify(value, undefined, 2);
const writeState = (state: StateUpdate | undefined): string => (state === undefined ? '' : ` · ${plain(state.state)}`);

function writeSessionMessage({ senderSessionId, recipientSessionId, content }: SessionMessageEntry): string {
  const from = senderSessionId === undefined ? '' : ` from ${code(senderSessionId)}`;
  const to = recipientSessionId === undefined ? '' : ` to ${code(recipientSessionId)}`;
  return block(`**Message**${from}${to}`, quoted(writeContent(content)));
}

function writeCompaction({ status, error, summary }: CompactionEntry): string {
  const reason = error === undefined ? '' : `: ${plain(error)}`;
  return block(`**Compaction** · ${plain(status)}${reason}`, summary.length === 0 ? '' : quoted(writeContent(summary)));
}

// -------------------------------------------------------------------------------------------- content

function writeContent(content: List<ContentBlock>): string {
  return content.toArray().map(writeBlock).join('\n\n');
}

function writeBlock(content: ContentBlock): string {
  switch (content.type) {
    case 'text':
      return content.text;
    case 'image':
    case 'audio':
      return `*${capitalized(content.type)}, ${plain(content.mimeType)}*`;
    case 'resource_link':
      return link(content.title ?? content.name, content.uri);
    case 'resource':
      return writeResource(content.resource);
    default:
      return fenced(json(content), 'json');
  }
}

function writeResource(resource: EmbeddedResourceResource): string {
  return block(link(resource.uri, resource.uri), 'text' in resource ? fenced(resource.text) : '');
}

// -------------------------------------------------------------------------------------------- tool calls

function writeToolCall(call: ToolCallEntry, transcript: Transcript): string {
  const name = call.title ?? call.name ?? call.toolCallId;
  const places = call.locations.map(({ path, line }) => code(typeof line === 'number' ? `${path}:${line}` : path));
  const raw = rawOutputText(call);
  return block(
    `### ${plain(name) || 'Tool call'}`,
    [`*${plain(call.kind)}, ${plain(call.status)}*`, ...places].join(' · '),
    ...call.content.toArray().map((item) => writeItem(item, transcript)),
    raw === undefined ? '' : fenced(visibleText(raw)),
  );
}

function writeItem(item: ToolCallContent, { terminals }: Transcript): string {
  switch (item.type) {
    case 'content':
      return quoted(isPrinted(item.content) ? fenced(visibleText(item.content.text)) : writeBlock(item.content));
    case 'diff':
      return writeDiff(item);
    case 'terminal':
      return writeTerminal(terminals.get(item.terminalId), item.terminalId);
    default:
      return fenced(json(item), 'json');
  }
}

/** Text with control sequences is terminal output. */
const isPrinted = (content: ContentBlock): content is ContentBlock & { readonly type: 'text'; readonly text: string } =>
  content.type === 'text' && content.text.includes('\u001b');

function writeDiff({ changes, patch }: Diff): string {
  const list = changes.map((change) => {
    const { operation, path, oldPath } = change as { operation: string; path?: unknown; oldPath?: unknown };
    const paths = [oldPath, path].filter((each) => typeof each === 'string').map(code);
    return `- ${plain(operation)} ${paths.join(' → ')}`;
  });
  return block(list.join('\n'), typeof patch?.text === 'string' ? fenced(hunksOf(patch.text), 'diff') : '');
}

const hunksOf = (patch: string): string =>
  hunkLines(patchLines(patch))
    .map(({ text }) => text)
    .join('\n');

function writeTerminal(terminal: Terminal | undefined, terminalId: string): string {
  if (terminal === undefined) return `*Terminal ${code(terminalId)}*`;
  const { command, output, exitStatus } = terminal;
  const lines = [
    ...(command === undefined ? [] : [`$ ${command}`]),
    ...(output.dropped > 0 ? [`[${output.dropped} bytes before this are not kept]`] : []),
    visibleText(output.text),
  ];
  return block(fenced(lines.join('\n')), exitStatus === undefined ? '' : `*${exitText(exitStatus)}*`);
}

function exitText({ signal, exitCode }: NonNullable<Terminal['exitStatus']>): string {
  if (typeof signal === 'string') return `Ended by ${plain(signal)}`;
  return typeof exitCode === 'number' ? `Exit code ${exitCode}` : 'Ended';
}

// -------------------------------------------------------------------------------------------- the end of the document

function writePlan({ plan }: Plan): string {
  switch (plan.type) {
    case 'items':
      return block('## Plan', writeSteps(plan));
    case 'markdown':
      return block('## Plan', contained(plan.content));
    case 'file':
      return block('## Plan', link(plan.uri, plan.uri));
    default:
      return block('## Plan', fenced(json(plan), 'json'));
  }
}

function writeSteps({ entries }: PlanItems): string {
  return entries
    .map(({ content, status }) => {
      const note = status === 'completed' || status === 'pending' ? '' : ` · ${plain(status)}`;
      return `- [${status === 'completed' ? 'x' : ' '}] ${plain(content)}${note}`;
    })
    .join('\n');
}

function writeFigures(transcript: Transcript): string {
  const { usage, state } = transcript;
  const cost = usage?.cost === undefined ? '' : `, ${plain(costText(usage.cost))}`;
  const context = usage === undefined ? [] : [`Context: ${usage.used} of ${usage.size} tokens${cost}`];
  const { stopReason } = (state ?? {}) as { readonly stopReason?: unknown };
  const failure = failureText(transcript);
  const why = failure === undefined ? '' : `: ${plain(failure)}`;
  const stop =
    typeof stopReason === 'string' && stopReason !== 'end_turn' ? [`Stopped: ${plain(stopReason)}${why}`] : [];
  return [...stop, ...context].map((line) => `*${line}*`).join('\n\n');
}
