/** The connection to an agent, for as long as a component is shown. */
import { useEffect, useState, useSyncExternalStore } from 'react';

import { AgentStore, type AgentSnapshot, type AgentStoreOptions } from '../agent/agent-store.ts';
import { useStore } from './use-store.ts';

/**
 * Connects to an agent while the component is shown, and connects again when the connection is lost. Draws the
 * component again when the status changes. Options are read once; a store that you have made can be passed as well.
 */
export function useAgent(agent: AgentStoreOptions | AgentStore): AgentStore {
  const [made] = useState(() => (agent instanceof AgentStore ? undefined : new AgentStore(agent)));
  const store = agent instanceof AgentStore ? agent : (made ?? missing());
  useEffect(() => store.retain(), [store]);
  useSyncExternalStore(store.subscribe, store.snapshot, store.snapshot);
  return store;
}

/** The state of the connection: whether it is open, and what the agent offers. */
export function useAgentState(agent: AgentStore): AgentSnapshot {
  return useStore(agent, agent.snapshot());
}

function missing(): never {
  throw new TypeError('useAgent was given a store first and then options; give it one of them.');
}
