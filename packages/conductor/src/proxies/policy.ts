/**
 * `policy`: decides about permissions by rules, before the client is asked.
 *
 * The rules are those of `acp`: of the rules that match the strictest decides. What they allow or deny is answered
 * here; the rest is asked, with only the answers that leave the rules in force: with rules, "always" is not among them.
 * The same rules hold for what an agent asks the client for directly: files and commands in version 1, about which the
 * user is asked too, tools of MCP servers that the client offers, of which only what the rules deny is refused, and
 * requests that the protocol does not define: a rule names one as `tool`, and the user is asked about the others. A
 * request that cannot be judged, because its session is not known, is refused. A chain never goes on without this
 * proxy.
 */
import { randomUUID } from 'node:crypto';

import { RpcError, rpcCodes } from '@acp-stack/rpc';
import { areIncomplete, proxy, text, type ProxyComponent, type ProxyRequestContext } from '@acp-stack/sdk';
import type {
  RequestPermissionRequest,
  RequestPermissionResponse,
  RequestPermissionSubject,
  ToolCallUpdate,
} from '@acp-stack/schema/v2/unstable';
import { openWorkspace } from '@acp-stack/workspace';
import {
  parsePermissionRules,
  permissionHandler,
  type MachineSession,
  type PermissionPolicy,
} from '@acp-stack/workspace/client';

import { OpenSessions } from './open-sessions.ts';
import { infoOf, perConnection } from './per-connection.ts';
import { oneOf, readSettings, type Setting } from './settings.ts';

/** What decides. */
export interface PolicyOptions {
  /** One of the policies of `acp`, or rules; `readPermissionRules` of `@acp-stack/workspace/client` reads a file. */
  readonly policy: PermissionPolicy;
}

const never = new AbortController().signal;

/** The policies that have a name. */
export const policyName: Setting<Extract<PermissionPolicy, string>> = oneOf(
  'ask',
  'allow-reads',
  'allow-inside-roots',
  'allow-all',
  'deny',
);

/** Rules are checked as those of a file, so that none is ignored. */
const nameOrRules: Setting<PermissionPolicy> = {
  words: `${policyName.words}, or an object with rules`,
  read: (value) =>
    typeof value === 'object' && value !== null
      ? parsePermissionRules(JSON.stringify(value), 'policy')
      : policyName.read(value),
};

/** The policy of `options`; throws a `TypeError` if there is none. */
function policyOf(options: PolicyOptions): PermissionPolicy {
  try {
    return readSettings('policy', options, { settings: { policy: nameOrRules }, required: ['policy'] }).policy;
  } catch (error) {
    if (error instanceof TypeError || !(error instanceof Error)) throw error;
    throw new TypeError(error.message, { cause: error });
  }
}

/** Decides about permissions by rules, before the client is asked; throws a `TypeError` if an option is wrong. */
export function policy(options: PolicyOptions): ProxyComponent {
  const decides = policyOf(options);
  return perConnection('policy', () => {
    const sessions = new OpenSessions();

    const sessionOf = (sessionId: string): MachineSession => {
      const found = sessions.directories(sessionId);
      if (found !== undefined) return { id: sessionId, cwd: found.cwd, info: found, signal: never };
      throw new RpcError(
        rpcCodes.invalidParams,
        `policy: the session ${sessionId} is not open, so nothing is allowed in it.`,
      );
    };

    /** Returns the answer of the policy, or that of `ask`. */
    const decide = (
      request: RequestPermissionRequest,
      session: MachineSession | undefined,
      { signal, ask }: { readonly signal: AbortSignal; readonly ask: () => Promise<string | undefined> },
    ): Promise<RequestPermissionResponse['outcome']> => {
      const isIncomplete = areIncomplete(request);
      const handler = permissionHandler({
        policy: decides,
        ask,
        machine: {
          workspace: ({ cwd, info }) => openWorkspace({ cwd, additionalDirectories: info.additionalDirectories ?? [] }),
        },
        toolCall: (sessionId, toolCallId) => sessions.toolCall(sessionId, toolCallId),
      });
      return handler(request, { session, sessionId: request.sessionId, signal, isIncomplete });
    };

    /** Whether something may be done that the agent does without asking for permission; `ask` asks the user. */
    const isAllowed = async (
      request: RequestPermissionRequest,
      session: MachineSession | undefined,
      how: { readonly signal: AbortSignal; readonly ask: () => Promise<string | undefined> },
    ): Promise<boolean> => {
      const outcome = await decide(request, session, how);
      return outcome.outcome === 'selected' && outcome.optionId === yes;
    };
    const guard = async <R>(
      { sessionId, title, ...about }: Omit<RequestPermissionRequest, 'options'>,
      next: () => Promise<R>,
      { client, signal }: ProxyRequestContext,
    ): Promise<R> => {
      const session = sessionOf(sessionId);
      const request = { sessionId, title, ...about, options: yesOrNo };
      let isAsked = false;
      const ask = async (): Promise<string | undefined> => {
        isAsked = true;
        const { outcome } = await client.request('session/request_permission', request);
        return outcome.outcome === 'selected' ? outcome.optionId : undefined;
      };
      if (await isAllowed(request, session, { signal, ask })) return next();
      throw new RpcError(rpcCodes.invalidRequest, isAsked ? refusal : denial);
    };

    return sessions
      .follow(proxy(infoOf('policy')))
      .onAgentNotification('session/update', ({ sessionId, update }, next) => {
        sessions.observe(sessionId, update);
        return next();
      })
      .onAgentRequest('session/request_permission', async (params, next, { signal }: ProxyRequestContext) => {
        let answer: RequestPermissionResponse | undefined;
        const ask = async (): Promise<string | undefined> => {
          answer = await next({ ...asWhole(params), options: offered(params, decides) });
          return answer.outcome.outcome === 'selected' ? answer.outcome.optionId : undefined;
        };
        const outcome = await decide(params, sessionOf(params.sessionId), { signal, ask });
        return { ...answer, outcome };
      })
      .onAgentRequest('fs/read_text_file', ({ sessionId, path }, next, context) => {
        const subject = toolCall({ title: `Read ${path}`, kind: 'read', locations: [{ path }] });
        return guard({ sessionId, title: 'The agent wants to read a file.', subject }, next, context);
      })
      .onAgentRequest('fs/write_text_file', ({ sessionId, path, content }, next, context) => {
        const shown = [{ type: 'content' as const, content: text(content) }];
        const subject = toolCall({ title: `Write ${path}`, kind: 'edit', locations: [{ path }], content: shown });
        return guard({ sessionId, title: 'The agent wants to write a file.', subject }, next, context);
      })
      .onAgentRequest('terminal/create', ({ sessionId, command, args, cwd, env }, next, context) => {
        const directory = cwd ?? sessionOf(sessionId).cwd;
        const subject = { type: 'command', command: [command, ...(args ?? [])].join(' '), cwd: directory } as const;
        const variables = (env ?? []).map(({ name, value }) => `${name}=${value}`).join(' ');
        const description = variables === '' ? {} : { description: `With ${variables}` };
        return guard({ sessionId, title: 'The agent wants to run a command.', ...description, subject }, next, context);
      })
      .onAgentRequest('mcp/message', async (params, next, { signal }) => {
        const { name, arguments: rawInput } = Object(params.params) as {
          readonly name?: unknown;
          readonly arguments?: unknown;
        };
        if (params.method !== 'tools/call' || typeof name !== 'string') return next();
        const request = { sessionId: '', title: name, subject: toolCall({ name, rawInput }), options: yesOrNo };
        // It names no session in which the user could be asked; the agent asks before it calls tools.
        if (await isAllowed(request, undefined, { signal, ask: () => Promise.resolve(yes) })) return next();
        // The model reads it. A message that names a connection is answered with the bare result.
        const result = { content: [{ type: 'text', text: denial }], isError: true };
        return 'connectionId' in params ? result : { result };
      })
      .onOtherAgentRequest(async (params, next, context) => {
        const { method, signal } = context;
        const { sessionId } = Object(params) as { readonly sessionId?: unknown };
        const title = `The agent sends ${method}, which the protocol does not define.`;
        const subject = toolCall({ title, name: method, kind: 'other', rawInput: params });
        if (typeof sessionId === 'string') return guard({ sessionId, title, subject }, () => next(), context);
        const request = { sessionId: '', title, subject, options: yesOrNo };
        // It names no session in which the user could be asked.
        if (await isAllowed(request, undefined, { signal, ask: () => Promise.resolve(undefined) })) return next();
        throw new RpcError(rpcCodes.invalidRequest, `policy: no rule allows ${method} outside of a session.`);
      });
  });
}

const denial = 'policy: the rules of the user deny this.';
const refusal = 'policy: the user did not allow this.';

const toolCall = (fields: Omit<ToolCallUpdate, 'toolCallId'>): RequestPermissionSubject => ({
  type: 'tool_call',
  toolCall: { toolCallId: randomUUID(), ...fields },
});

const yes = 'allow';
const yesOrNo: RequestPermissionRequest['options'] = [
  { optionId: yes, name: 'Allow', kind: 'allow_once' },
  { optionId: 'reject', name: 'Reject', kind: 'reject_once' },
];

/** A request of which parts were left out does not look like one that only reads, because the client cannot know it. */
function asWhole(request: RequestPermissionRequest): RequestPermissionRequest {
  const { subject } = request;
  if (!areIncomplete(request) || subject?.type !== 'tool_call') return request;
  return { ...request, subject: { ...subject, toolCall: { ...subject.toolCall, kind: 'other' } } };
}

/** An agent that may "always" do something does not ask again, so the rules would not be applied again either. */
function offered(
  { options }: RequestPermissionRequest,
  decides: PermissionPolicy,
): RequestPermissionRequest['options'] {
  if (typeof decides === 'string' || !options.some(({ kind }) => kind === 'allow_once')) return options;
  return options.filter(({ kind }) => kind !== 'allow_always');
}
