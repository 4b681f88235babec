/** Entries of a transcript as lines. */
import type {
  CompactionEntry,
  Entry,
  MessageEntry,
  NoticeEntry,
  SubagentEntry,
  Transcript,
} from '@acp-stack/transcript';
import type { ContentBlock } from '@acp-stack/schema/v2/unstable';

import { escapeControls, escapeLine } from '../../../text/escape-control-characters.ts';
import { senderName } from '../../../session/sender-name.ts';
import { lineCount } from '../../../text/line-count.ts';
import { span, truncate, wrap, type Line, type Style } from '../../../tui/styled-line.ts';
import { renderMarkdown } from '../../../tui/markdown.ts';
import { withoutPeriod } from '../../../text/without-period.ts';
import { contentLabel, isMentioned } from './content-view.ts';
import { subagentView } from './subagent-view.ts';
import { toolCallView } from './tool-call-view.ts';
import { userMessageView } from './user-message-view.ts';
import { unfoldKeyOf, type ViewOptions } from './view-options.ts';

const dim: Style = { isDim: true };

/** Renders the whole entry, without blank lines around it. */
export function entryView(entry: Entry, transcript: Transcript, options: ViewOptions): readonly Line[] {
  switch (entry.type) {
    case 'user_message':
      return userMessageView(messageText(entry), { ...options, sender: senderName(entry) });
    case 'agent_message':
      return renderMarkdown(messageText(entry), options.width);
    case 'agent_thought':
      return thoughtView(entry, options);
    case 'tool_call':
      return toolCallView(entry, transcript, options);
    case 'session_message':
      return renderMarkdown(escapeControls(blocksText(entry.content)), options.width);
    case 'compaction':
      return [compactionLine(entry)];
    case 'subagent':
      return nestedView(entry, options);
    case 'notice':
      return noticeView(entry, options);
    case 'unknown':
      return [[span(`[${escapeLine(entry.update.sessionUpdate)}]`, dim)]];
    default:
      return entry satisfies never;
  }
}

const texts = new WeakMap<MessageEntry, string>();

/** The escaped text of a message, with labels for other content. */
export function messageText(entry: MessageEntry): string {
  const text = texts.get(entry) ?? escapeControls(blocksText(entry.content));
  texts.set(entry, text);
  return text;
}

/** Content that is not text is on its own line; a mentioned file is already in the text. */
function blocksText(content: Iterable<ContentBlock>): string {
  let text = '';
  for (const block of content) {
    if (block.type === 'text') text += (block as { readonly text: string }).text;
    else if (block.type !== 'resource_link' || !isMentioned(block, text)) {
      text += `${text === '' || text.endsWith('\n') ? '' : '\n'}${contentLabel(block)}\n`;
    }
  }
  return text;
}

/** Narrower screens have no room for what shows a folded thought. */
const leastForHint = 60;

function thoughtView(entry: MessageEntry, options: ViewOptions): readonly Line[] {
  const { width, isVerbose } = options;
  const text = messageText(entry).trim();
  const lines = text.split('\n').filter((each) => each.trim() !== '');
  const style: Style = { isDim: true, isItalic: true };
  if (isVerbose) {
    return renderMarkdown(text, width - 2).map((each): Line => [
      span('✻ ', dim),
      ...each.map((part) => span(part.text, style)),
    ]);
  }
  const folded = lines.flatMap((each) => wrap([span(escapeLine(each), style)], Math.max(1, width - 2)));
  if (folded.length < 2) return [[span('✻ ', dim), ...(folded[0] ?? [])]];
  const count = ` … ${lineCount(folded.length - 1, 'more')}`;
  const more =
    width < leastForHint ? count : `${count}, ${unfoldKeyOf(options)} shows ${folded.length === 2 ? 'it' : 'them'}`;
  const [first = []] = wrap(folded[0] ?? [], Math.max(1, width - 2 - more.length));
  return [truncate([span('✻ ', dim), ...first, span(more, dim)], width)];
}

function compactionLine({ status, error }: CompactionEntry): Line {
  const reason = typeof error === 'string' ? `: ${escapeLine(error)}` : '';
  return [span(`⇣ The conversation was compacted (${escapeLine(status)})${reason}`, dim)];
}

/** A subagent and its conversation; a session that announces itself or its parent is not shown inside itself. */
function nestedView(entry: SubagentEntry, options: ViewOptions): readonly Line[] {
  const { subagent } = options;
  const inside: ViewOptions['subagent'] = (id) => (id === entry.sessionId ? undefined : subagent?.(id));
  const parts = { entry, child: subagent?.(entry.sessionId), render: entryView };
  return subagentView(parts, { ...options, subagent: inside });
}

const severities: ReadonlyMap<string, Style> = new Map(
  Object.entries({
    warning: { colour: 'yellow' },
    error: { colour: 'red' },
  }),
);

function noticeView({ notice }: NoticeEntry, { width }: ViewOptions): readonly Line[] {
  const style = severities.get(notice.severity) ?? { colour: 'cyan' as const };
  const description = typeof notice.description === 'string' ? `: ${escapeLine(notice.description)}` : '';
  return wrap(
    [
      span('! ', style),
      span(description === '' ? escapeLine(notice.title) : withoutPeriod(escapeLine(notice.title)), style),
      span(description),
    ],
    width,
    {
      hanging: [span('  ')],
      first: [],
    },
  );
}
