/** Opens the place where a client finds the agent in one run. */
import type { AgentPlace, PlaceOptions } from './agent-place.ts';
import { AgentServer } from './agent-server.ts';
import { RelayServer } from './relay-server.ts';

export const openPlace = (options: PlaceOptions): Promise<AgentPlace> =>
  options.over === undefined || options.over === 'stdio' ? RelayServer.start(options) : AgentServer.start(options);
