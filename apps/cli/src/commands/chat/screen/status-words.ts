/** What the last line says while the chat connects and while the agent works. */
import type { ToolCallEntry } from '@acp-stack/transcript';

import { shortDuration } from '../conversation/activity-monitor.ts';
import type { TokenCount } from '../conversation/token-usage.ts';
import { escapeLine } from '../../../text/escape-control-characters.ts';
import { thousands } from '../../../text/thousands.ts';
import { line, textOfLine, truncate } from '../../../tui/styled-line.ts';

export interface WorkFacts {
  /** Milliseconds since the work began. */
  readonly elapsed: number;
  /** The tool call that runs. */
  readonly tool: Pick<ToolCallEntry, 'title' | 'name'> | undefined;
  readonly count: TokenCount | undefined;
  /** Whether the input box has text. */
  readonly isTyping: boolean;
  readonly width: number;
}

export interface ConnectingFacts {
  readonly isLeaving: boolean;
  /** Milliseconds since the start. */
  readonly connectingFor: number;
  /** What is being started or connected to. */
  readonly starting: string;
  readonly pending: { readonly all: readonly unknown[] };
  readonly tick: number;
  readonly width: number;
}

const spinner = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧'];
/** Milliseconds for which no time is shown. */
const quick = 1000;
/** Columns for the other words beside the name of a tool. */
const besideTool = 42;
const shortestTool = 10;

export const spinnerAt = (tick: number): string => spinner[tick % spinner.length] ?? '';

/** `Edit rose.md · 12 s · 1.2k tokens · Esc cancels`. */
export function workWords({ elapsed, tool, count, isTyping, width }: WorkFacts): string {
  const title = tool?.title ?? tool?.name;
  const room = Math.max(shortestTool, width - besideTool);
  const time = elapsed < quick ? [] : [shortDuration(elapsed)];
  if (isTyping) return ['Enter queues, Ctrl+S steers, Esc cancels', ...time].join(' · ');
  const work = title === undefined ? 'Working' : shortened(escapeLine(title).trim(), room);
  const tokens = count === undefined ? [] : [tokenWords(count)];
  return [work, ...time, ...tokens, 'Esc cancels'].join(' · ');
}

/** `~1.2k tokens`; the mark says that it is an estimate. */
const tokenWords = ({ tokens, isEstimated }: TokenCount): string =>
  `${isEstimated ? '~' : ''}${thousands(tokens)} ${tokens === 1 ? 'token' : 'tokens'}`;

/** What happens before the conversation begins, and how to leave an agent that does not answer. */
export function connectingWords(facts: ConnectingFacts): string {
  const { isLeaving, connectingFor, starting, pending, tick, width } = facts;
  if (isLeaving) return 'Ctrl+C again quits';
  const waiting = pending.all.length === 0 ? '' : ' · your message is sent then, Esc takes it back';
  const isQuick = connectingFor < quick;
  const time = isQuick ? '' : ` ${shortDuration(connectingFor)}`;
  const rest = `${isQuick ? '' : ' · Ctrl+C twice quits'}${waiting}`;
  const start = `${spinnerAt(tick)} Connecting …${time}`;
  const room = Math.max(0, width - start.length - rest.length);
  return `${start}${starting === '' ? '' : shortened(` · ${starting}`, room)}${rest}`;
}

const shortened = (text: string, width: number): string => textOfLine(truncate(line(text), width));
