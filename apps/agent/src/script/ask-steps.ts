/** Steps that ask the client something, and continue depending on the answer. */
import { RpcError } from '@acp-stack/rpc';
import { validators as v1 } from '@acp-stack/schema/v1/unstable';
import type { Elicitation, PermissionOption, PermissionQuestion } from '@acp-stack/sdk';

import { required, type ScriptValue } from './script-value.ts';
import { filled, pathOn, type RunStep, type StepContext } from './step-context.ts';
import type { ReadSteps, StepTable } from './step-table.ts';

const defaultOptions: readonly PermissionOption[] = [
  { optionId: 'allow_once', name: 'Allow', kind: 'allow_once' },
  { optionId: 'allow_always', name: 'Always allow', kind: 'allow_always' },
  { optionId: 'reject_once', name: 'Reject', kind: 'reject_once' },
];

export const askSteps: StepTable = {
  permission: (field, readSteps) => {
    const fields = field.object(['title', 'description', 'toolCall', 'command', 'options', 'cases']);
    const title = required(field, fields, 'title').words();
    const description = fields.get('description')?.text();
    const toolCall = fields.get('toolCall')?.words();
    const command = fields.get('command')?.words();
    const options = fields.get('options')?.list().map(readOption) ?? defaultOptions;
    const branches = readBranches(
      fields.get('cases'),
      [...options.map(({ optionId }) => optionId), 'cancelled'],
      readSteps,
    );
    return async (context) => {
      const subject = subjectOf(context, toolCall, command);
      const outcome = await context.turn.askPermission({
        title: filled(title, context),
        ...(description === undefined ? {} : { description: filled(description, context) }),
        ...(subject === undefined ? {} : { subject }),
        options,
      });
      return branches(outcome.outcome === 'selected' ? outcome.optionId : 'cancelled', context);
    };
  },
  elicit: (field, readSteps) => {
    const fields = field.object(['message', 'form', 'required', 'url', 'complete', 'cases']);
    const message = required(field, fields, 'message').words();
    const form = fields.get('form');
    const url = fields.get('url');
    if ((form === undefined) === (url === undefined)) throw field.problem('needs either "form" or "url"');
    form?.entries();
    if (url !== undefined && !URL.canParse(url.words())) throw url.problem('must be a URL');
    const needed =
      fields
        .get('required')
        ?.list()
        .map((each) => each.words()) ?? [];
    const isCompleted = fields.get('complete')?.flag() ?? false;
    const branches = readBranches(fields.get('cases'), ['accept', 'decline', 'cancel', 'unsupported'], readSteps);
    return async (context) => {
      const { turn } = context;
      const mode = url === undefined ? 'form' : 'url';
      if (!turn.session.connection.supports(`elicitation.${mode}`)) return branches('unsupported', context);
      const elicitationId = turn.session.nextId('elicitation');
      const question: Elicitation =
        url === undefined
          ? { mode: 'form', message, requestedSchema: { type: 'object', properties: form?.value, required: needed } }
          : { mode: 'url', message, elicitationId, url: url.words() };
      const answer = (await turn.elicit(question)) as { readonly action: string; readonly content?: object | null };
      remember(context, answer.content ?? {});
      if (isCompleted && url !== undefined && answer.action === 'accept') {
        await turn.session.connection.notify('elicitation/complete', { elicitationId });
      }
      return branches(answer.action, context);
    };
  },
  request: (field, readSteps) => {
    const fields = field.object(['method', 'params', 'cases']);
    const method = required(field, fields, 'method').words();
    const params = fields.get('params');
    params?.entries();
    const branches = readBranches(fields.get('cases'), ['ok', 'error'], readSteps);
    return async (context) => {
      const { session, signal } = context.turn;
      const sent = { sessionId: session.id, ...withPath(context, params?.value as object | undefined) };
      try {
        // Any method is sent; an unknown one is refused by the client.
        const result = await session.connection.request(method as `_${string}`, sent, { signal });
        remember(context, Object(result) as object);
        return await branches('ok', context);
      } catch (error) {
        if (signal.aborted || !(error instanceof Error)) throw error;
        remember(context, {
          message: error.message,
          ...(error instanceof RpcError ? { code: error.code, data: error.data } : {}),
        });
        return branches('error', context);
      }
    };
  },
};

/** Chooses the steps for an answer; `else` is for every answer without steps. */
function readBranches(
  field: ScriptValue | undefined,
  names: readonly string[],
  readSteps: ReadSteps,
): (answer: string, context: StepContext) => ReturnType<RunStep> {
  const branches = new Map<string, RunStep>();
  for (const [name, steps] of field?.object([...names, 'else']) ?? []) branches.set(name, readSteps(steps));
  return async (answer, context) => (branches.get(answer) ?? branches.get('else'))?.(context);
}

function readOption(field: ScriptValue): PermissionOption {
  const fields = field.object(['id', 'name', 'kind']);
  return {
    optionId: required(field, fields, 'id').words(),
    name: required(field, fields, 'name').words(),
    kind: required(field, fields, 'kind').checked(v1.PermissionOptionKind),
  };
}

function subjectOf(
  { turn, state }: StepContext,
  toolCall: string | undefined,
  command: string | undefined,
): PermissionQuestion['subject'] {
  const call = toolCall === undefined ? undefined : state.toolCalls.get(toolCall);
  if (call !== undefined) return call;
  return command === undefined ? undefined : { command, cwd: turn.session.cwd };
}

/** Stores the fields of an answer for `{{answer.name}}`. */
function remember({ state }: StepContext, answer: object): void {
  state.answers.clear();
  for (const [name, value] of Object.entries(answer))
    state.answers.set(name, typeof value === 'string' ? value : JSON.stringify(value));
}

/** Paths on the wire are absolute. */
function withPath(context: StepContext, params: object = {}): object {
  const { path } = params as { readonly path?: unknown };
  return typeof path === 'string' ? { ...params, path: pathOn(context, path) } : params;
}
