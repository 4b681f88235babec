/** The logins of the correct agent, and an agent that requires one. */
import { RpcError } from '@acp-stack/rpc';
import { agent, memoryStore, type Agent } from '@acp-stack/sdk';
import type { AuthMethod } from '@acp-stack/schema/v2/unstable';

const browser: AuthMethod = { type: 'agent', methodId: 'browser', name: 'Log in with the browser' };
const terminal: AuthMethod = {
  type: 'terminal',
  methodId: 'shell',
  name: 'Log in with a shell',
  args: ['--login'],
  env: [{ name: 'MODE', value: 'login' }],
};
// Only version 1 has such a login.
const variables = { type: 'env_var', methodId: 'key', name: 'Key', vars: [{ name: 'KEY' }] } as unknown as AuthMethod;

/** The id of the method by which the suite may log in. */
export const loginMethod = 'browser';

const methodsOf = { 1: [browser, terminal, variables], 2: [browser, terminal] } as const;

/** Adds the logins that a version has; `onChange` is told whether the user is logged in. */
export function withLogin(
  app: Agent,
  version: 1 | 2,
  onChange: (isLoggedIn: boolean) => void = () => undefined,
): Agent {
  let isLoggedIn = false;
  const change = (next: boolean): void => {
    isLoggedIn = next;
    onChange(next);
  };
  const told = new WeakMap<object, string>();
  const stateNow = (): 'authenticated' | 'unauthenticated' => (isLoggedIn ? 'authenticated' : 'unauthenticated');
  return app
    .onLogin(methodsOf[version], {
      login: (_, { connection, afterResponse }) => {
        change(true);
        afterResponse(() => tell(connection));
      },
      logout: ({ connection, afterResponse }) => {
        change(false);
        afterResponse(() => tell(connection));
      },
    })
    .on('auth/status', () => ({ state: stateNow() }));

  function tell(connection: Parameters<Parameters<Agent['onLogin']>[1]['logout']>[0]['connection']): void {
    const state = stateNow();
    if (told.get(connection) === state) return;
    told.set(connection, state);
    void connection.notify('auth/status_update', { state });
  }
}

/** An agent that opens sessions only after a login. */
export function lockedAgent(version: 1 | 2 = 2): Agent {
  let isOpen = false;
  const refusal = new RpcError(-32_000, 'Log in first.');
  const app = agent(
    { name: 'locked', version: '1.0.0' },
    { store: memoryStore(), admit: (method) => (method === 'session/new' && !isOpen ? refusal : undefined) },
  );
  return withLogin(
    app.onPrompt(() => undefined),
    version,
    (isLoggedIn) => (isOpen = isLoggedIn),
  );
}
