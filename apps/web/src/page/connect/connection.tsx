/** The connection of the page to its hub, for every component. */
import { AgentStore } from '@acp-stack/react';
import { webSocket } from '@acp-stack/http';
import { createContext, useContext, useState, type ReactNode } from 'react';

import { Host } from './host.ts';
import { socketAddress } from './page-token.ts';
import { TerminalOutputs } from './terminal-outputs.ts';

/** What every component may use. */
export interface Connection {
  /** The hub. */
  readonly agent: AgentStore;
  /** The machine of the hub. */
  readonly host: Host;
  /** The token of this page, for endpoints besides that of the hub. */
  readonly token: string;
}

/** Makes a store that connects with a new ticket each time. */
function createConnection(token: string): Connection {
  const outputs = new TerminalOutputs();
  const agent = new AgentStore({
    info: { name: 'acp-web', title: 'acp in a browser', version: '1.0.0' },
    // A ticket is valid once, so that a dropped connection is opened anew and not continued.
    connect: async () => webSocket(await socketAddress(token), { reconnect: false }),
    build: (app) => {
      outputs.register(app);
    },
  });
  return { agent, host: new Host(agent, outputs), token };
}

const Context = createContext<Connection | undefined>(undefined);

/** Makes the connection available to its children. */
export function ConnectionProvider({
  token,
  children,
}: {
  readonly token: string;
  readonly children: ReactNode;
}): ReactNode {
  const [connection] = useState(() => createConnection(token));
  return <Context value={connection}>{children}</Context>;
}

/** The connection of the page. */
export function useConnection(): Connection {
  const connection = useContext(Context);
  if (connection === undefined) throw new Error('This component is outside of a ConnectionProvider.');
  return connection;
}

/** The machine of the hub: files, editor, agents and logins. */
export const useHost = (): Host => useConnection().host;
