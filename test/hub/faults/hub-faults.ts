/** Faults of one hub that last for some time, by name. */
import { setTimeout as wait } from 'node:timers/promises';

import type { HubProcess } from './hub-process.ts';

/** Breaks a hub, or one of its links, for some milliseconds, and mends it. A hub that has ended is not started again. */
type HubFault = (hub: HubProcess, ms: number) => Promise<void>;

/** What happens to the process of a hub. */
export const processFaults = {
  kill: async (hub, ms) => {
    await hub.kill();
    await wait(ms);
  },
  stop: (hub) => hub.stop(),
  pause: async (hub, ms) => {
    hub.pause();
    await wait(ms);
    hub.resume();
  },
  clock: async (hub, ms) => {
    hub.moveClock();
    await wait(ms);
  },
} as const satisfies Record<string, HubFault>;

/** What happens to the connections of its clients. */
export const clientLinkFaults = {
  cut: async (hub) => {
    hub.clients.cut();
  },
  freeze: async (hub) => {
    hub.clients.freeze();
  },
  drip: async (hub, ms) => {
    hub.clients.drip();
    await wait(ms);
    hub.clients.drip(false);
  },
  delay: async (hub, ms) => {
    hub.clients.delay(Math.min(ms, 300));
    await wait(ms);
    hub.clients.delay(0);
  },
} as const satisfies Record<string, HubFault>;

/** What happens to its connections to PostgreSQL. */
export const databaseLinkFaults = {
  partition: async (hub, ms) => {
    hub.database?.hold();
    await wait(ms);
    hub.database?.release();
  },
  reset: async (hub) => {
    hub.database?.cut();
  },
} as const satisfies Record<string, HubFault>;
