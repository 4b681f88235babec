/** How `acp exec` shows the work of an agent. */
import type { SessionUpdate } from '@acp-stack/sdk';

import type { MachineWork } from '../../access/permitted-machine.ts';

export interface WorkView {
  /** Applies one update; resolves when what has to be printed at once is printed. */
  readonly apply: (update: SessionUpdate) => Promise<void>;
  /** Prints what the agent has done on this machine through the client. */
  showWork(work: MachineWork): Promise<void>;
  /** Ends the current line, before an error is printed. */
  endLine(): Promise<void>;
  /** The work has ended. */
  finish(): Promise<void>;
}
