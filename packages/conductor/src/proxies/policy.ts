/**
 * `policy`: decides about permissions by rules, before the client is asked.
 *
 * The rules are those of `acp`: of the rules that match the strictest decides. What they allow or deny is answered here;
 * the rest is asked, with only the answers that leave the rules in force: with rules, "always" is not among them. The
 * same rules hold for what an agent asks the client for directly: files and commands in version 1, and tools of MCP
 * servers that the client offers. A request that cannot be judged, because its session is not known, is refused. A chain
 * never goes on without this proxy.
 */
import { RpcError, rpcCodes } from '@acp-stack/rpc';
import { proxy, type ProxyComponent, type ProxyRequestContext } from '@acp-stack/sdk';
import type {
  RequestPermissionRequest,
  RequestPermissionResponse,
  RequestPermissionSubject,
  ToolCallUpdate,
} from '@acp-stack/schema/v2/unstable';
import { openWorkspace } from '@acp-stack/workspace';
import { permissionHandler, type MachineSession, type PermissionPolicy } from '@acp-stack/workspace/client';

import { OpenSessions } from './open-sessions.ts';
import { infoOf, perConnection } from './per-connection.ts';

/** What decides. */
export interface PolicyOptions {
  /** One of the policies of `acp`, or rules; `readPermissionRules` of `@acp-stack/workspace/client` reads a file. */
  readonly policy: PermissionPolicy;
}

const never = new AbortController().signal;

/** Decides about permissions by rules, before the client is asked. */
export function policy({ policy: decides }: PolicyOptions): ProxyComponent {
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
      const handler = permissionHandler({
        policy: decides,
        ask,
        machine: {
          workspace: ({ cwd, info }) => openWorkspace({ cwd, additionalDirectories: info.additionalDirectories ?? [] }),
        },
        toolCall: (sessionId, toolCallId) => sessions.toolCall(sessionId, toolCallId),
      });
      return handler(request, { session, sessionId: request.sessionId, signal });
    };

    /** Whether the policy denies something that the agent does without asking for permission. */
    const isDenied = async (
      subject: RequestPermissionSubject,
      session: MachineSession | undefined,
      signal: AbortSignal,
    ): Promise<boolean> => {
      const request = { sessionId: session?.id ?? '', title: 'Access', subject, options: yesOrNo };
      const outcome = await decide(request, session, { signal, ask: () => Promise.resolve('yes') });
      return !(outcome.outcome === 'selected' && outcome.optionId === 'yes');
    };
    const guard = async <R>(
      sessionId: string,
      subject: RequestPermissionSubject,
      { next, signal }: { readonly next: () => Promise<R>; readonly signal: AbortSignal },
    ): Promise<R> => {
      if (await isDenied(subject, sessionOf(sessionId), signal)) throw new RpcError(rpcCodes.invalidRequest, denial);
      return next();
    };
    const guardFile = <R>(
      kind: 'read' | 'edit',
      { sessionId, path }: { readonly sessionId: string; readonly path: string },
      call: { readonly next: () => Promise<R>; readonly signal: AbortSignal },
    ): Promise<R> => guard(sessionId, toolCall({ kind, locations: [{ path }] }), call);

    return sessions
      .follow(proxy(infoOf('policy')))
      .onAgentNotification('session/update', ({ sessionId, update }, next) => {
        sessions.observe(sessionId, update);
        return next();
      })
      .onAgentRequest('session/request_permission', async (params, next, { signal }: ProxyRequestContext) => {
        let answer: RequestPermissionResponse | undefined;
        const ask = async (): Promise<string | undefined> => {
          answer = await next({ ...params, options: offered(params, decides) });
          return answer.outcome.outcome === 'selected' ? answer.outcome.optionId : undefined;
        };
        const outcome = await decide(params, sessionOf(params.sessionId), { signal, ask });
        return { ...answer, outcome };
      })
      .onAgentRequest('fs/read_text_file', (params, next, { signal }) => guardFile('read', params, { next, signal }))
      .onAgentRequest('fs/write_text_file', (params, next, { signal }) => guardFile('edit', params, { next, signal }))
      .onAgentRequest('terminal/create', ({ sessionId, command, args, cwd }, next, { signal }) => {
        const directory = cwd ?? sessionOf(sessionId).cwd;
        const subject = { type: 'command', command: [command, ...(args ?? [])].join(' '), cwd: directory } as const;
        return guard(sessionId, subject, { next, signal });
      })
      .onAgentRequest('mcp/message', async (params, next, { signal }) => {
        const { name, arguments: rawInput } = Object(params.params) as {
          readonly name?: unknown;
          readonly arguments?: unknown;
        };
        if (params.method !== 'tools/call' || typeof name !== 'string') return next();
        if (!(await isDenied(toolCall({ name, rawInput }), undefined, signal))) return next();
        // The model reads it. A message that names a connection is answered with the bare result.
        const result = { content: [{ type: 'text', text: denial }], isError: true };
        return 'connectionId' in params ? result : { result };
      });
  });
}

const denial = 'policy: the rules of the user deny this.';

const toolCall = (fields: Omit<ToolCallUpdate, 'toolCallId'>): RequestPermissionSubject => ({
  type: 'tool_call',
  toolCall: { toolCallId: '', ...fields },
});

const yesOrNo: RequestPermissionRequest['options'] = [
  { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
];

/** An agent that may "always" do something does not ask again, so the rules would not be applied again either. */
function offered(
  { options }: RequestPermissionRequest,
  decides: PermissionPolicy,
): RequestPermissionRequest['options'] {
  if (typeof decides === 'string' || !options.some(({ kind }) => kind === 'allow_once')) return options;
  return options.filter(({ kind }) => kind !== 'allow_always');
}
