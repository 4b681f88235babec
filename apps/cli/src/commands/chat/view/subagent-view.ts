/**
 * A subagent as lines: its title and state, and below it what it does.
 *
 * In short, that is its last tool calls and the end of its last message; in full, all of its conversation.
 */
import { isBusy, type Entry, type SubagentEntry, type Transcript } from '@acp-stack/transcript';

import { escapeLine } from '../../../text/escape-control-characters.ts';
import { span, truncate, type Line, type Style } from '../../../tui/styled-line.ts';
import { toolCallTitle } from './tool-call-view.ts';
import { unfoldKeyOf, type ViewOptions } from './view-options.ts';

export interface SubagentParts {
  readonly entry: SubagentEntry;
  /** The conversation of the subagent. */
  readonly child: Transcript | undefined;
  /** Renders an entry of the subagent. */
  readonly render: (entry: Entry, transcript: Transcript, options: ViewOptions) => readonly Line[];
}

const dim: Style = { isDim: true };
/** The narrowest space in which the conversation of a subagent is indented. */
const leastWidth = 20;
/** The tool calls and the lines of the last message that are shown in short. */
const lastCalls = 3;
const lastLines = 3;

const stateWords: ReadonlyMap<string, string> = new Map(
  Object.entries({ idle: 'done', requires_action: 'waits for you' }),
);

/** `⑂ Search done · 2 tool calls`, and the work below it. */
export function subagentView({ entry, child, render }: SubagentParts, options: ViewOptions): readonly Line[] {
  const facts = factsOf(entry, child).join(' · ');
  const title: Line = [
    span('⑂ ', { colour: 'cyan' }),
    span(subagentName(entry), { isBold: true }),
    ...(facts === '' ? [] : [span(` ${facts}`, dim)]),
  ];
  if (child === undefined) return [truncate(title, options.width)];
  const width = options.width < leastWidth ? options.width : options.width - 2;
  const inner = { ...options, width, pictures: undefined, asked: undefined };
  const work = options.isVerbose ? wholeWork(child, render, inner) : shortWork(child, render, inner);
  const indented =
    width === options.width ? work : work.map((each): Line => [span(each.length === 0 ? '│' : '│ ', dim), ...each]);
  return [truncate(title, options.width), ...indented];
}

/** The title of the subagent, or what it is for. */
export const subagentName = ({ title, description }: SubagentEntry): string =>
  escapeLine(title ?? description ?? 'Subagent');

/** The state of the subagent, and how many tool calls it has made. */
export function factsOf(entry: SubagentEntry, child: Transcript | undefined): readonly string[] {
  const state = entry.state?.state ?? child?.state?.state;
  const calls = child?.entries.toArray().filter(({ type }) => type === 'tool_call').length ?? 0;
  return [
    ...(state === undefined ? [] : [escapeLine(stateWords.get(state) ?? state)]),
    ...(calls === 0 ? [] : [calls === 1 ? '1 tool call' : `${calls} tool calls`]),
  ];
}

/** Whether the subagent has ended, as far as it or its parent says; one without a state has not begun to say it. */
export function isSubagentRunning({ state }: SubagentEntry, child: Transcript | undefined): boolean {
  if (state !== undefined) return state.state === 'running' || state.state === 'requires_action';
  return child !== undefined && isBusy(child);
}

function wholeWork(child: Transcript, render: SubagentParts['render'], options: ViewOptions): readonly Line[] {
  const parts = child.entries.toArray().map((entry) => render(entry, child, options));
  return parts.filter((lines) => lines.length > 0).flatMap((lines, index) => (index === 0 ? lines : [[], ...lines]));
}

function shortWork(child: Transcript, render: SubagentParts['render'], options: ViewOptions): readonly Line[] {
  const calls: Line[] = [];
  let text: readonly Line[] = [];
  // From the end: a subagent may have thousands of entries.
  for (let index = child.entries.size - 1; index >= 0 && calls.length < lastCalls; index -= 1) {
    const entry = child.entries.at(index);
    if (entry?.type === 'tool_call') calls.unshift(truncate(toolCallTitle(entry, options), options.width));
    if (entry?.type === 'subagent') calls.unshift(...render(entry, child, options).slice(0, 1));
    if (entry?.type === 'agent_message' && index === child.entries.size - 1) text = render(entry, child, options);
  }
  const hidden = text.length - lastLines;
  const shown = hidden > 0 ? [[span(`… ${unfoldKeyOf(options)} shows all`, dim)], ...text.slice(-lastLines)] : text;
  return [...calls, ...shown];
}
