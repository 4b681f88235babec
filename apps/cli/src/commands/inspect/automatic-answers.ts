/** Answers requests of an agent by a policy; a request that is left to the user has no answer here. */
import { readFile, realpath, stat } from 'node:fs/promises';
import { isAbsolute, relative } from 'node:path';

import { rpcCodes } from '@acp-stack/rpc';
import { isJsonObject, type JsonObject } from '@acp-stack/schema/json-object';
import type { MethodName } from '@acp-stack/schema/v1/unstable';
import type { AnswerPolicy } from '@acp-stack/trace/inspect';

/** The response to a request, without its id. */
export type Answer =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string } };

export const defaultPolicy: AnswerPolicy = {
  permissions: 'hand',
  files: 'allow',
  elicitation: 'hand',
  other: 'refuse',
};

type Topic = keyof AnswerPolicy;

const topics: ReadonlyMap<string, Topic> = new Map<MethodName, Topic>([
  ['session/request_permission', 'permissions'],
  ['elicitation/create', 'elicitation'],
  ['fs/read_text_file', 'files'],
  ['fs/write_text_file', 'files'],
  ['terminal/create', 'files'],
  ['terminal/output', 'files'],
  ['terminal/wait_for_exit', 'files'],
  ['terminal/kill', 'files'],
  ['terminal/release', 'files'],
]);

const maxFileSize = 10 * 1024 * 1024;

export interface AskedBy {
  readonly method: string;
  readonly params: unknown;
  readonly policy: AnswerPolicy;
  /** The folder whose files may be read. */
  readonly cwd: string;
}

/** The answer; undefined if the user gives it. */
export async function automaticAnswer({ method, params, policy, cwd }: AskedBy): Promise<Answer | undefined> {
  const topic = topics.get(method) ?? 'other';
  const decision = policy[topic];
  if (decision === 'hand') return undefined;
  const fields = isJsonObject(params) ? params : {};
  if (topic === 'permissions') return { result: { outcome: permissionOutcome(fields, decision === 'allow') } };
  if (topic === 'elicitation') return { result: elicitationResult(fields, decision === 'allow') };
  if (topic === 'files' && decision === 'allow' && method === 'fs/read_text_file') return readText(fields, cwd);
  const reason = topic === 'files' ? `The inspector does not do ${method} by itself.` : `Unknown method ${method}.`;
  return { error: { code: topic === 'files' ? rpcCodes.invalidRequest : rpcCodes.methodNotFound, message: reason } };
}

function permissionOutcome({ options }: JsonObject, isAllowed: boolean): JsonObject {
  const wanted = isAllowed ? ['allow_once', 'allow_always'] : ['reject_once', 'reject_always'];
  const offered = Array.isArray(options) ? options.filter(isJsonObject) : [];
  const chosen = wanted.flatMap((kind) => offered.filter((option) => option['kind'] === kind)).at(0);
  return chosen === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId: chosen['optionId'] };
}

/** Accepts a form whose required fields all have defaults; a page is never opened without the user. */
function elicitationResult({ mode, requestedSchema }: JsonObject, isAllowed: boolean): JsonObject {
  if (!isAllowed || mode === 'url' || !isJsonObject(requestedSchema)) return { action: 'decline' };
  const { properties, required } = requestedSchema;
  const content = Object.fromEntries(
    Object.entries(isJsonObject(properties) ? properties : {}).flatMap(([name, field]) =>
      isJsonObject(field) && field['default'] !== undefined ? [[name, field['default']]] : [],
    ),
  );
  const isComplete = !Array.isArray(required) || required.every((name) => Object.hasOwn(content, String(name)));
  return isComplete ? { action: 'accept', content } : { action: 'decline' };
}

async function readText({ path, line, limit }: JsonObject, cwd: string): Promise<Answer> {
  try {
    if (typeof path !== 'string' || !isAbsolute(path)) return refused('path must be an absolute path');
    const [real, root] = await Promise.all([realpath(path), realpath(cwd)]);
    const inside = relative(root, real);
    if (inside.startsWith('..') || isAbsolute(inside)) return refused(`${path} is outside of ${cwd}`);
    const { size } = await stat(real);
    if (size > maxFileSize) return refused(`${path} is larger than ${maxFileSize} bytes`);
    const text = await readFile(real, 'utf8');
    if (line === undefined && limit === undefined) return { result: { content: text } };
    const start = typeof line === 'number' ? Math.max(0, line - 1) : 0;
    const count = typeof limit === 'number' ? limit : Infinity;
    return {
      result: {
        content: text
          .split('\n')
          .slice(start, start + count)
          .join('\n'),
      },
    };
  } catch (error) {
    return refused((error as Error).message);
  }
}

const refused = (message: string): Answer => ({ error: { code: rpcCodes.invalidParams, message } });
