/** The connection of the page to its hub, for every component. */
import { packageVersion } from '@acp-stack/schema/package-version';
import { AgentStore } from '@acp-stack/react';
import { createContext, useContext, useState, type ReactNode } from 'react';

import { Host } from './host.ts';
import type { PageLink } from './page-link.ts';
import { TerminalOutputs } from './terminal-outputs.ts';

/** What every component may use. */
export interface Connection {
  /** The hub. */
  readonly agent: AgentStore;
  /** The machine of the hub. */
  readonly host: Host;
  /** The way to the program, for endpoints besides that of the hub. */
  readonly link: PageLink;
}

/** Makes a store that connects again when the connection is lost. */
function createConnection(link: PageLink): Connection {
  const outputs = new TerminalOutputs();
  const agent = new AgentStore({
    info: { name: 'acp-web', title: 'acp in a browser', version: packageVersion },
    connect: () => link.connect(),
    build: (app) => {
      outputs.register(app);
    },
  });
  return { agent, host: new Host(agent, outputs), link };
}

const Context = createContext<Connection | undefined>(undefined);

/** Makes the connection available to its children. */
export function ConnectionProvider({
  link,
  children,
}: {
  readonly link: PageLink;
  readonly children: ReactNode;
}): ReactNode {
  const [connection] = useState(() => createConnection(link));
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
