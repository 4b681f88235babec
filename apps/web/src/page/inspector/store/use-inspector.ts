/** The connection of the inspector, for its components. */
import { packageVersion } from '@acp-stack/schema/package-version';
import { AgentStore, useAgent } from '@acp-stack/react';
import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react';

import type { PageLink } from '../../connect/page-link.ts';
import { methodName, WireStore, type InspectorCall, type WireSnapshot } from './wire-store.ts';

/** What every component of the inspector may use. */
export interface InspectorConnection {
  readonly agent: AgentStore;
  readonly store: WireStore;
  readonly call: InspectorCall;
}

/** Makes a connection that comes back by itself. */
export function createInspector(link: PageLink): InspectorConnection {
  const agent = new AgentStore({
    info: { name: 'acp-inspector', title: 'acp inspect', version: packageVersion },
    connect: () => link.connect(),
  });
  const call: InspectorCall = async (name, params, signal) =>
    (await agent.connection.request(methodName(name), params, signal === undefined ? {} : { signal })) as never;
  const store = new WireStore(call, (work) => requestAnimationFrame(work));
  return { agent, store, call };
}

export const InspectorContext = createContext<InspectorConnection | undefined>(undefined);

/** The connection. */
export function useInspector(): InspectorConnection {
  const connection = useContext(InspectorContext);
  if (connection === undefined) throw new Error('This component is outside of the inspector.');
  return connection;
}

/** Follows the program while it is connected. */
export function useFollowing({ agent, store }: InspectorConnection): AgentStore {
  useAgent(agent);
  const { status } = agent;
  useEffect(() => {
    if (status !== 'open') return undefined;
    const stop = new AbortController();
    // What ends it is the end of the connection, which the status says.
    store.follow(stop.signal).catch(() => undefined);
    return () => {
      stop.abort();
    };
  }, [status, store]);
  return agent;
}

/** The rows and the state. */
export function useWire(): WireSnapshot {
  const { store } = useInspector();
  return useSyncExternalStore(store.subscribe, store.snapshot, store.snapshot);
}

/** A result of the program; asked for again when `key` changes. With `keepsOld` the old one is returned until then. */
export function useAsked<T>(
  ask: (signal: AbortSignal) => Promise<T>,
  key: string,
  { keepsOld = false }: { readonly keepsOld?: boolean } = {},
): T | Error | undefined {
  const [answer, setAnswer] = useState<{ readonly key: string; readonly value: T | Error }>();
  useEffect(() => {
    const stop = new AbortController();
    ask(stop.signal).then(
      (value) => {
        setAnswer({ key, value });
      },
      (error: unknown) => {
        if (!stop.signal.aborted) setAnswer({ key, value: error as Error });
      },
    );
    return () => {
      stop.abort();
    };
    // `ask` is a new function each time; `key` stands for what it asks.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key]);
  return answer?.key === key || keepsOld ? answer?.value : undefined;
}
