/** The coding agent: its sessions, its capabilities, and what it does with a prompt. */
import { serveMcpMessages } from '@acp-stack/mcp';
import { withConfigOptions, reportWords, serveNes } from '@acp-stack/nes';
import type { Clock } from '@acp-stack/rpc';
import { agent, type Agent, type AgentSession } from '@acp-stack/sdk';

import { createLogin, type Login } from './auth/create-login.ts';
import { serveAuth } from './auth/serve-auth.ts';
import type { Providers } from './providers/providers.ts';
import { serveProviders, type ServeProvidersOptions } from './providers/serve-providers.ts';
import { memoryNotes, type AgentStore } from './session-data/session-notes.ts';
import type { SessionController } from './sessions/session-controller.ts';
import type { Settings } from './settings/config-options.ts';
import { storeSettings, readSettings } from './settings/stored-settings.ts';
import { suggestionEngine } from './suggestion-engine.ts';

/** Options of the coding agent. */
export interface CodingAgentOptions {
  /** Stores the sessions. */
  readonly store: AgentStore;
  /** The models that it can use; without one it answers from the files. */
  readonly providers: Providers;
  /** The version that the agent reports in `initialize`. */
  readonly version: string;
  /** Whether a session without a model says so once; false for a client that shows it. */
  readonly hintsAtModel?: boolean;
  /** Makes clients log in first; no login is needed when absent. */
  readonly login?: Login;
  /** Stores a provider that a client has set, for later processes. */
  readonly save?: ServeProvidersOptions['save'];
  /** Called with messages for the log. */
  readonly onNotice?: (words: string) => void;
  /** Schedules the check whether another program has taken over a session. */
  readonly clock?: Clock;
}

/** Creates the agent; it serves any number of clients. */
export function codingAgent(options: CodingAgentOptions): Agent {
  const { store, providers, version, save, login = createLogin({ env: {} }), onNotice, clock } = options;
  const { hintsAtModel = true } = options;
  const forgetfulNotes = memoryNotes();
  const storeOf = oncePerConnection((connection) => store.view?.(connection) ?? store);
  const controllers = new WeakMap<AgentSession, SessionController>();
  const app = agent(
    { name: 'acp-agent', title: 'acp-stack agent', version },
    {
      accepts: ['image', 'audio', 'embeddedContext'],
      mcp: ['stdio', 'http', 'sse', 'acp'],
      additionalDirectories: true,
      systemPrompt: 'override',
      runtimeContext: true,
      inject: { modes: ['queue', 'steer'], steerInStream: ['interrupt', 'finish'], pending: { replace: true } },
      admit: (method, connection) => login.controller.admit(method, connection),
      store: store.view === undefined ? store : { ...store, view: storeOf },
    },
  )
    .onSession(async (session, origin) => {
      const { openSession } = await import('./sessions/open-session.ts');
      const own = storeOf(session.connection);
      const { notes = forgetfulNotes } = own;
      const init = {
        session,
        providers,
        version,
        hintsAtModel,
        isNew: origin === 'new',
        hasTitle: async () => typeof (await own.get(session.id))?.title === 'string',
        holds: async () => (await own.holds?.(session.id)) ?? true,
        ...(clock === undefined ? {} : { clock }),
        history: () => own.history(session.id),
        settings: {
          // A fork is not stored before it is set up; it has the settings of the session that it was forked from.
          read: () => readSettings(own, session.forkedFrom ?? session.id),
          keep: (settings: Settings) => storeSettings(own, session.id, settings),
        },
        facts: {
          // As with the settings: a fork begins with what is known of its origin.
          read: async () => ({ ...((await own.get(session.id)) ?? (await own.get(session.forkedFrom ?? session.id))) }),
          keep: (facts: object) => own.patch(session.id, facts),
        },
        notes: notes(session.id),
      };
      controllers.set(session, await openSession(init));
    })
    .onConfigOption((session, { configId, value }) => controllers.get(session)?.set(configId, value))
    .onPrompt((turn) => controllers.get(turn.session)?.run(turn));
  serveAuth(app, login.controller, login);
  serveMcpMessages(app);
  const { controller } = login;
  serveNes(app, {
    ...withConfigOptions(suggestionEngine(providers.suggestions, onNotice)),
    isLoggedIn: (connection) => controller.isAdmitted(connection),
    onReport: (report) => {
      const words = reportWords(report);
      if (words !== undefined) onNotice?.(words);
    },
  });
  return serveProviders(app, providers, save === undefined ? {} : { save });
}

function oncePerConnection(make: (connection: object) => AgentStore): (connection: object) => AgentStore {
  const stores = new WeakMap<object, AgentStore>();
  return (connection) => {
    const store = stores.get(connection) ?? make(connection);
    stores.set(connection, store);
    return store;
  };
}
