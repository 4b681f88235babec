/**
 * Asks the user for data and checks the answer again: a client need not have done it (ELIC-24).
 *
 * An accepted form has the values of its fields and no others.
 */
import { RpcError, rpcCodes } from '@acp-stack/rpc';
import type { CreateElicitationRequest, ElicitationPropertySchema } from '@acp-stack/schema/v2/unstable';

import { CapabilityError } from '../../connection/capability-error.ts';
import type { ReceivedResult } from '../../connection/method-types.ts';
import type { EditorCalls } from '../editor/editor-calls.ts';

/** An elicitation, without the session it belongs to. */
export type Elicitation =
  | { readonly mode: 'form'; readonly message: string; readonly requestedSchema: object; readonly toolCallId?: string }
  | { readonly mode: 'url'; readonly message: string; readonly elicitationId: string; readonly url: string };

type Answer = ReceivedResult<'elicitation/create'>;

/** Asks with `ask`; throws if the client does not offer the mode, or if the answer does not fit the form. */
export async function elicitChecked(
  question: Elicitation,
  { sessionId, supports }: { readonly sessionId: string; readonly supports: EditorCalls['supports'] },
  ask: (params: CreateElicitationRequest) => Promise<Answer>,
): Promise<Answer> {
  const { mode } = question;
  if (!supports(`elicitation.${mode}`))
    throw new CapabilityError('elicitation/create', `elicitation.${mode}`, 'client');
  const answer = await ask({ ...question, sessionId } as CreateElicitationRequest);
  return answer.action === 'accept' && question.mode === 'form'
    ? checkedForm(question.requestedSchema, answer)
    : answer;
}

interface FormSchema {
  readonly properties?: Readonly<Record<string, ElicitationPropertySchema>> | null;
  readonly required?: readonly string[] | null;
}

async function checkedForm(schema: FormSchema, answer: Answer): Promise<Answer> {
  // Loaded with the first form.
  const { fieldProblem, isBlank, readField } = await import('@acp-stack/schema/elicitation-form');
  const received = Object((answer as { readonly content?: unknown }).content) as Readonly<Record<string, never>>;
  const fields = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const field = readField(name, property, schema.required?.includes(name) === true);
    return { field, value: Object.hasOwn(received, name) ? received[name] : undefined };
  });
  const problems = fields.flatMap(({ field, value }) => {
    // A field that only the client understands cannot be checked.
    const problem = field.kind === 'unknown' ? undefined : fieldProblem(field, value, fitsPattern);
    return problem === undefined ? [] : [{ field: field.name, message: `${field.label} ${problem}.` }];
  });
  const [first] = problems;
  if (first !== undefined) {
    const message = `The client accepted a form with values that do not fit it: ${first.message}`;
    throw new RpcError(rpcCodes.invalidParams, message, { data: { problems } });
  }
  const content = fields.flatMap(({ field, value }) =>
    value === undefined || isBlank(field, value) ? [] : [[field.name, value] as const],
  );
  return { ...answer, content: Object.fromEntries(content) } as Answer;
}

/** Patterns with nested repetition or references may take exponential time. */
const isSlow = /\([^)]*[*+{][^)]*\)[*+{]|\\[1-9k]/u;
const maxLength = 1000;

/** A pattern that cannot be matched quickly does not refuse a value. */
function fitsPattern(pattern: string, text: string): boolean {
  if (isSlow.test(pattern) || pattern.length > maxLength || text.length > maxLength) return true;
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return true;
  }
}
