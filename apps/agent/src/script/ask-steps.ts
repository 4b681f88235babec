/** Steps that ask the client something, and go on by its answer. */
import { RpcError } from '@acp-stack/rpc';
import type { Elicitation, PermissionOption, PermissionQuestion } from '@acp-stack/sdk';

import type { Field } from './field.ts';
import { filled, pathOn, type Play, type Stage } from './stage.ts';
import type { ReadSteps, StepTable } from './step-table.ts';
import { required } from './tool-steps.ts';

const usualOptions: readonly PermissionOption[] = [
  { optionId: 'allow_once', name: 'Allow', kind: 'allow_once' },
  { optionId: 'allow_always', name: 'Always allow', kind: 'allow_always' },
  { optionId: 'reject_once', name: 'Reject', kind: 'reject_once' },
];
const optionKinds = ['allow_once', 'allow_always', 'reject_once', 'reject_always'] as const;

export const askSteps: StepTable = {
  permission: (field, readSteps) => {
    const fields = field.object(['title', 'description', 'toolCall', 'command', 'options', 'cases']);
    const title = required(field, fields, 'title').words();
    const description = fields.get('description')?.text();
    const toolCall = fields.get('toolCall')?.words();
    const command = fields.get('command')?.words();
    const options = fields.get('options')?.list().map(readOption) ?? usualOptions;
    const branches = readBranches(
      fields.get('cases'),
      [...options.map(({ optionId }) => optionId), 'cancelled'],
      readSteps,
    );
    return async (stage) => {
      const subject = subjectOf(stage, toolCall, command);
      const outcome = await stage.turn.askPermission({
        title: filled(title, stage),
        ...(description === undefined ? {} : { description: filled(description, stage) }),
        ...(subject === undefined ? {} : { subject }),
        options,
      });
      return branches(outcome.outcome === 'selected' ? outcome.optionId : 'cancelled', stage);
    };
  },
  elicit: (field, readSteps) => {
    const fields = field.object(['message', 'form', 'required', 'url', 'complete', 'cases']);
    const message = required(field, fields, 'message').words();
    const form = fields.get('form');
    const url = fields.get('url');
    if ((form === undefined) === (url === undefined)) throw field.problem('needs either "form" or "url"');
    form?.entries();
    if (url !== undefined && !URL.canParse(url.words())) throw url.problem('must be an address');
    const needed =
      fields
        .get('required')
        ?.list()
        .map((each) => each.words()) ?? [];
    const isCompleted = fields.get('complete')?.flag() ?? false;
    const branches = readBranches(fields.get('cases'), ['accept', 'decline', 'cancel', 'unsupported'], readSteps);
    return async (stage) => {
      const { turn } = stage;
      const mode = url === undefined ? 'form' : 'url';
      if (!turn.session.connection.supports(`elicitation.${mode}`)) return branches('unsupported', stage);
      const elicitationId = turn.session.nextId('elicitation');
      const question: Elicitation =
        url === undefined
          ? { mode: 'form', message, requestedSchema: { type: 'object', properties: form?.value, required: needed } }
          : { mode: 'url', message, elicitationId, url: url.words() };
      const answer = (await turn.elicit(question)) as { readonly action: string; readonly content?: object | null };
      remember(stage, answer.content ?? {});
      if (isCompleted && url !== undefined && answer.action === 'accept') {
        await turn.session.connection.notify('elicitation/complete', { elicitationId });
      }
      return branches(answer.action, stage);
    };
  },
  request: (field, readSteps) => {
    const fields = field.object(['method', 'params', 'cases']);
    const method = required(field, fields, 'method').words();
    const params = fields.get('params');
    params?.entries();
    const branches = readBranches(fields.get('cases'), ['ok', 'error'], readSteps);
    return async (stage) => {
      const { session, signal } = stage.turn;
      const sent = { sessionId: session.id, ...withPath(stage, params?.value as object | undefined) };
      try {
        // Whatever the script names is sent; the client says what it thinks of it.
        const result = await session.connection.request(method as `_${string}`, sent, { signal });
        remember(stage, Object(result) as object);
        return await branches('ok', stage);
      } catch (error) {
        if (signal.aborted || !(error instanceof Error)) throw error;
        remember(stage, { message: error.message, ...(error instanceof RpcError ? { code: error.code } : {}) });
        return branches('error', stage);
      }
    };
  },
};

/** Chooses what is played by the answer; `else` is for every answer that is not there. */
function readBranches(
  field: Field | undefined,
  names: readonly string[],
  readSteps: ReadSteps,
): (answer: string, stage: Stage) => ReturnType<Play> {
  const branches = new Map<string, Play>();
  for (const [name, steps] of field?.object([...names, 'else']) ?? []) branches.set(name, readSteps(steps));
  return async (answer, stage) => (branches.get(answer) ?? branches.get('else'))?.(stage);
}

function readOption(field: Field): PermissionOption {
  const fields = field.object(['id', 'name', 'kind']);
  return {
    optionId: required(field, fields, 'id').words(),
    name: required(field, fields, 'name').words(),
    kind: required(field, fields, 'kind').oneOf(optionKinds),
  };
}

function subjectOf(
  { turn, props }: Stage,
  toolCall: string | undefined,
  command: string | undefined,
): PermissionQuestion['subject'] {
  const call = toolCall === undefined ? undefined : props.toolCalls.get(toolCall);
  if (call !== undefined) return call;
  return command === undefined ? undefined : { command, cwd: turn.session.cwd };
}

/** Keeps the fields of an answer, for texts that mention them. */
function remember({ props }: Stage, answer: object): void {
  props.answers.clear();
  for (const [name, value] of Object.entries(answer))
    props.answers.set(name, typeof value === 'string' ? value : JSON.stringify(value));
}

/** Paths on the wire are absolute. */
function withPath(stage: Stage, params: object = {}): object {
  const { path } = params as { readonly path?: unknown };
  return typeof path === 'string' ? { ...params, path: pathOn(stage, path) } : params;
}
