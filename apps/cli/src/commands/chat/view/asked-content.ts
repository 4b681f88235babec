/**
 * The content of tool calls that the user was asked about.
 *
 * A question shows the content of its tool call, so that is not drawn twice; and what was asked stays in the record,
 * even if the agent replaces the content afterwards.
 */
import type { ToolCallEntry } from '@acp-stack/transcript';
import type { ToolCallContent } from '@acp-stack/schema/v2/unstable';
import type { PermissionQuestion } from '@acp-stack/workspace/client';

import { isRejected, type PermissionAnswers } from '../conversation/permission-answers.ts';
import type { ViewOptions } from './view-options.ts';

/** The items of a tool call that the question does not show. */
export function itemsBesides(question: PermissionQuestion, entry: ToolCallEntry): readonly ToolCallContent[] {
  const asked = new Set([...question.diffs, ...(question.content ?? [])].map(jsonOf));
  return entry.content.toArray().filter((item) => item.type === 'terminal' || !asked.has(jsonOf(item)));
}

/**
 * The content of a tool call with the diffs that were asked about. What an agent writes into a call that was rejected
 * repeats the rejection, so it is only shown in full views.
 */
export function recordedContent(entry: ToolCallEntry, { answers, isVerbose }: ViewOptions): readonly ToolCallContent[] {
  const content = entry.content.toArray();
  const answer = answers?.get(entry.toolCallId);
  if (answer === undefined) return content;
  const present = new Set(content.map(jsonOf));
  const diffs = answer.question.diffs
    .map((diff): ToolCallContent => ({ ...diff, type: 'diff' }))
    .filter((diff) => !present.has(jsonOf(diff)));
  const isShort = isRejectedCall(entry, answers) && !isVerbose;
  return [...diffs, ...content.filter(({ type }) => !isShort || type !== 'content')];
}

/** Whether the call was rejected, and not done in spite of that. */
export function isRejectedCall({ toolCallId, status }: ToolCallEntry, answers: PermissionAnswers | undefined): boolean {
  const answer = answers?.get(toolCallId);
  return answer !== undefined && isRejected(answer) && status !== 'completed';
}

/**
 * Whether the agent has changed a tool call, so that its title, its arguments, its kind or its files are not those that
 * were asked about. Files that were not known then may be named after the answer.
 */
export function isChangedSince(
  question: PermissionQuestion,
  { title, rawInput, kind, locations }: ToolCallEntry,
  { isOpen }: { readonly isOpen: boolean },
): boolean {
  const isRetitled =
    title !== undefined && title !== (question.toolTitle ?? question.title) && !question.title.includes(title);
  const isMoved = (isOpen || question.paths.length > 0) && locations.some(({ path }) => !question.paths.includes(path));
  const isOtherWork = question.kind !== undefined && kind !== question.kind && !vague.has(kind);
  return isRetitled || isMoved || isOtherWork || !isPartOf(rawInput, question.rawInput);
}

/** A call of these kinds may be asked about as a change, because it carries one. */
const vague: ReadonlySet<string> = new Set(['other', 'read', 'search']);

/** Whether a value is the same, or has fewer fields of the same values. */
function isPartOf(part: unknown, whole: unknown): boolean {
  if (part === undefined || part === null || part === whole) return true;
  if (!isRecord(part) || !isRecord(whole)) return JSON.stringify(part) === JSON.stringify(whole);
  return Object.entries(part).every(([name, value]) => JSON.stringify(value) === JSON.stringify(whole[name]));
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const texts = new WeakMap<object, string>();

/** The JSON of a part of the content, to compare it. */
export function jsonOf(item: object): string {
  const text = texts.get(item) ?? JSON.stringify(item);
  texts.set(item, text);
  return text;
}
