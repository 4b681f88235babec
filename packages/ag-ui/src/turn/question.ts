/** A question of the agent, as an interrupt of a run, and the answer that the next run brings. */
import type { Interrupt, ResumeEntry } from '@ag-ui/core';
import type { ElicitationAnswer, FormElicitation, PermissionAnswer, PermissionHandler } from '@acp-stack/sdk';

type PermissionRequest = Parameters<PermissionHandler>[0];

/** A question that waits. */
export interface Question {
  readonly interrupt: Interrupt;
  /** Gives the answer; undefined if the question was given up. */
  readonly answer: (entry: ResumeEntry | undefined) => void;
}

/** What a question needs besides what it asks. */
export interface Asking {
  /** When the answer comes too late, in ISO 8601. */
  readonly expiresAt: string;
}

/** A request for permission. Its answer is `{ optionId }`, or `{ approved }`. */
export function permissionQuestion(
  request: PermissionRequest,
  { expiresAt }: Asking,
  resolve: (answer: PermissionAnswer) => void,
): Question {
  const { title, description, subject, options } = request;
  const toolCallId = (Object(subject) as { readonly toolCall?: { readonly toolCallId?: unknown } }).toolCall
    ?.toolCallId;
  return {
    interrupt: {
      id: crypto.randomUUID(),
      reason: typeof toolCallId === 'string' ? 'tool_approval' : 'approval',
      message: typeof description === 'string' ? `${title}\n\n${description}` : title,
      ...(typeof toolCallId === 'string' ? { toolCallId } : {}),
      responseSchema: {
        type: 'object',
        properties: {
          optionId: { oneOf: options.map(({ optionId, name }) => ({ const: optionId, title: name })) },
        },
        required: ['optionId'],
      },
      expiresAt,
      metadata: { acp: { request } },
    },
    answer: (entry) => {
      resolve(chosen(options, entry));
    },
  };
}

function chosen(options: PermissionRequest['options'], entry: ResumeEntry | undefined): PermissionAnswer {
  if (entry?.status !== 'resolved') return 'cancelled';
  const { optionId, approved } = Object(entry.payload) as { readonly optionId?: unknown; readonly approved?: unknown };
  if (typeof optionId === 'string') return options.some((each) => each.optionId === optionId) ? optionId : 'cancelled';
  const wanted = approved === true ? 'allow_once' : 'reject_once';
  return options.find(({ kind }) => kind === wanted)?.optionId ?? 'cancelled';
}

/** A form. Its answer is the object that was filled in. */
export function formQuestion(
  { message, requestedSchema, ...scope }: FormElicitation,
  { expiresAt }: Asking,
  resolve: (answer: ElicitationAnswer) => void,
): Question {
  const { toolCallId } = scope as { readonly toolCallId?: unknown };
  return {
    interrupt: {
      id: crypto.randomUUID(),
      reason: 'input_required',
      message,
      ...(typeof toolCallId === 'string' ? { toolCallId } : {}),
      responseSchema: { ...requestedSchema },
      expiresAt,
    },
    answer: (entry) => {
      if (entry?.status !== 'resolved') resolve('cancel');
      else if (typeof entry.payload !== 'object' || entry.payload === null) resolve('decline');
      else resolve({ action: 'accept', content: entry.payload as Record<string, string> });
    },
  };
}
