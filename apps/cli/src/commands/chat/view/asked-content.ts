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

const texts = new WeakMap<object, string>();

/** The JSON of a part of the content, to compare it. */
export function jsonOf(item: object): string {
  const text = texts.get(item) ?? JSON.stringify(item);
  texts.set(item, text);
  return text;
}
