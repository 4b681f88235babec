/** Registers the handlers of the methods that an agent with sessions has. */
import type { ContentBlock, SessionCapabilities, SessionConfigOption } from '@acp-stack/schema/v2/unstable';

import type { Connection } from '../connection/connection.ts';
import { unknownSession, type SessionService } from './session-service.ts';
import type { AgentSession } from './session/agent-session.ts';
import { setConfigOption } from './session/config-options.ts';
import { checkPromptContent } from './turn/prompt-content.ts';
import { withinContextLimit } from './turn/runtime-context.ts';

/** An option that the client has set; a handler that throws refuses the change, and the old value stays. */
export interface ConfigChange {
  /** Which option it is. */
  readonly configId: string;
  /** The id of the chosen value, or whether a boolean option is on. */
  readonly value: string | boolean;
}

/** Something with options that is not a conversation. */
export interface Configurable {
  /** The options before the change. */
  readonly configOptions: readonly SessionConfigOption[];
  /** Takes the options after a change; throwing refuses it. */
  readonly configure: (configOptions: readonly SessionConfigOption[], change: ConfigChange) => void | Promise<void>;
}

/** Finds what has this id on a connection; undefined when nothing of this program has it. */
export type FindConfigurable = (sessionId: string, connection: Connection<'agent'>) => Configurable | undefined;

/** The methods of every agent with sessions (INIT-18). `contextLimit` is in characters, 0 when it takes no context. */
export function serveBaseline(
  connection: Connection<'agent'>,
  service: SessionService,
  { capabilities, contextLimit }: { readonly capabilities: SessionCapabilities; readonly contextLimit: number },
): void {
  connection.onRequest('session/new', async (params, { afterResponse }) => {
    const response = await service.create(params);
    afterResponse(() => {
      service.opened(response.sessionId);
    });
    return response;
  });
  connection.onRequest('session/resume', (params, { afterResponse }) => {
    afterResponse(() => {
      service.opened(params.sessionId);
    });
    return service.resume(params);
  });
  connection.onRequest('session/list', (params) => service.list(params));
  connection.onRequest('session/close', async ({ sessionId }) => {
    await service.close(sessionId);
    return {};
  });
  connection.onRequest('session/prompt', (params, { signal }) => {
    const { work } = service.stateOf(params.sessionId);
    checkPromptContent(params.prompt, capabilities.prompt ?? {});
    return work.prompt(withinContextLimit(params, contextLimit), signal);
  });
  connection.onNotification('session/cancel', ({ sessionId }) => {
    service.find(sessionId)?.cancel();
  });
  connection.onRequest('tool_call/cancel', ({ sessionId, toolCallId }) => {
    service.stateOf(sessionId).running.cancelToolCall(toolCallId);
    return {};
  });
  connection.onRequest('terminal/cancel', ({ sessionId, terminalId }) => {
    service.stateOf(sessionId).running.cancelTerminal(terminalId);
    return {};
  });
}

/** The methods that the agent has advertised. */
export function serveOptional(
  connection: Connection<'agent'>,
  service: SessionService,
  capabilities: SessionCapabilities,
): void {
  if (capabilities.delete) {
    connection.onRequest('session/delete', async ({ sessionId }) => {
      await service.delete(sessionId);
      return {};
    });
  }
  if (capabilities.fork) {
    connection.onRequest('session/fork', async (params, { afterResponse }) => {
      const response = await service.fork(params);
      afterResponse(() => {
        service.opened(response.sessionId);
      });
      return response;
    });
  }
  if (capabilities.archive) {
    connection.onRequest('session/archive', async ({ sessionId }) => {
      await service.archive(sessionId, true);
      return {};
    });
    connection.onRequest('session/unarchive', async ({ sessionId }) => {
      await service.archive(sessionId, false);
      return {};
    });
  }
  if (capabilities.status) {
    connection.onRequest('session/status', async ({ sessionId }) => ({ status: await service.status(sessionId) }));
  }
  if (capabilities.title) {
    connection.onRequest('session/set_title', async ({ sessionId, title }) => ({
      title: await service.setTitle(sessionId, title),
    }));
  }
}

/** Options of sessions, and of what else the program has options for. */
export function serveConfig(
  connection: Connection<'agent'>,
  service: SessionService | undefined,
  {
    onConfigOption,
    configurables,
  }: {
    readonly onConfigOption: ((session: AgentSession, change: ConfigChange) => void | Promise<void>) | undefined;
    readonly configurables: readonly FindConfigurable[];
  },
): void {
  connection.onRequest('session/set_config_option', async (params) => {
    const { sessionId } = params;
    const change: ConfigChange = { configId: params.configId, value: params.value as string | boolean };
    const other = configurables.map((find) => find(sessionId, connection)).find((each) => each !== undefined);
    if (other !== undefined) {
      await other.configure(setConfigOption(other.configOptions, params), change);
      return { configOptions: other.configOptions };
    }
    if (service === undefined) throw unknownSession(sessionId);
    const session = service.get(sessionId);
    session.setConfigOptions(setConfigOption(session.configOptions, params), { silently: true });
    await onConfigOption?.(session, change);
    return { configOptions: session.configOptions };
  });
}

/** Messages that are injected while a session works (draft). */
export function serveInject(
  connection: Connection<'agent'>,
  service: SessionService,
  capabilities: SessionCapabilities,
): void {
  const { prompt = {}, inject } = capabilities;
  const check = (content: readonly ContentBlock[]): void => {
    checkPromptContent(content, prompt ?? {});
  };
  connection.onRequest('session/inject', async ({ sessionId, mode, content }, { afterResponse, signal }) => {
    const { injected } = service.stateOf(sessionId).work;
    check(content);
    const { messageId, begin } = await injected.accept(mode, content, signal);
    afterResponse(begin);
    return { messageId };
  });
  connection.onRequest('session/revoke_inject', async ({ sessionId, messageId }) => {
    await service.stateOf(sessionId).work.injected.revoke(messageId);
    return {};
  });
  if (inject?.pending?.replace !== true) return;
  connection.onRequest('session/replace_inject', async ({ sessionId, messageId, content }) => {
    const { injected } = service.stateOf(sessionId).work;
    check(content);
    await injected.replace(messageId, content);
    return { messageId };
  });
}
