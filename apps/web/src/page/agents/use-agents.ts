/** The agents of the machine: those that sessions can use, and those that can be installed. */
import { useCallback, useEffect, useState } from 'react';

import type { HostAgent } from '../../host-methods.ts';
import { useConnection } from '../connect/connection.tsx';

export interface Agents {
  /** Undefined until they were read, and where the machine does not tell. */
  readonly agents: readonly HostAgent[] | undefined;
  readonly refresh: () => void;
  /** Asks the registries for agents that can be installed; rejects with a sentence for the user. */
  readonly askRegistries: () => Promise<void>;
}

/** Everything in the page that shows the agents: what one of them has read is shown by all. */
const shown = new Set<(agents: readonly HostAgent[]) => void>();

const showAll = (agents: readonly HostAgent[]): void => {
  for (const show of shown) show(agents);
};

/** Reads the agents when there is a connection. */
export function useAgents(): Agents {
  const { agent, host } = useConnection();
  const [agents, setAgents] = useState<readonly HostAgent[]>();
  const canList = agent.status === 'open' && host.can('agents');
  const refresh = useCallback(() => {
    host.call('agents', {}).then(
      (result) => {
        showAll(result.agents);
      },
      () => {
        setAgents([]);
      },
    );
  }, [host]);
  const askRegistries = useCallback(async () => {
    const result = await host.call('agents', { refresh: true });
    showAll(result.agents);
  }, [host]);
  useEffect(() => {
    shown.add(setAgents);
    return () => {
      shown.delete(setAgents);
    };
  }, []);
  useEffect(() => {
    if (canList) refresh();
  }, [canList, refresh]);
  return { agents, refresh, askRegistries };
}
