/** A story about an agent and a client, told once, and what the client has seen at its end. */
import type { Role, RowId } from '@acp-stack/bridge';

import type { ScriptedUser } from './scripted-user.ts';
import type { AgentScript, ClientScript } from './script.ts';
import type { Seen } from './transcript.ts';

/** What cannot be told because one side speaks version 1, and what the client sees in its place. */
interface Lost {
  /** The side that speaks version 1. */
  readonly towards: Role;
  /** The row of the conversion table that says so. */
  readonly row: RowId;
  /** Whether it reads the same in another form; then nothing is reported. */
  readonly isForm?: boolean;
  readonly instead?: Seen;
}

export interface Scenario {
  readonly name: string;
  /** Whether it is about drafts, which the official SDK has in another entry. */
  readonly drafts?: boolean;
  readonly agent?: AgentScript;
  readonly client?: ClientScript;
  /** What the client does. */
  readonly act: (hand: ScriptedUser) => Promise<void>;
  readonly expected: Seen;
  readonly lost?: Lost;
  /** What a bridge says about it besides losses, by the kinds of its reports. */
  readonly bridgeReports?: readonly string[];
}
