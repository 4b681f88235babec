/** How a manifest is made from a running agent, and what its author has to add. */
import type { Channel } from '@acp-stack/rpc';
import type { AgentManifest } from '@acp-stack/schema/v1';

/** How a manifest is made. */
export interface NewManifestOptions {
  /** The registry in which the folder of the agent is made; nothing is written when absent. */
  readonly folder?: string;
  /** The id; made from the name of the agent when absent. */
  readonly id?: string;
  /** Variables for the agent, besides those of this program. */
  readonly env?: Readonly<Record<string, string>>;
  /** How long the agent may take to answer `initialize`, in milliseconds; one minute when absent. */
  readonly timeout?: number;
  /** Wraps the connection to the agent, such as to record its messages. */
  readonly observe?: (channel: Channel) => Channel;
  /** Stops the agent. */
  readonly signal?: AbortSignal;
}

/** A manifest and an icon to begin with. */
export interface NewManifest {
  /** The manifest as a value. */
  readonly manifest: AgentManifest;
  /** The text of `agent.json` and of `icon.svg`. */
  readonly files: { readonly 'agent.json': string; readonly 'icon.svg': string };
  /** The folder that was made; absent if nothing was written. */
  readonly folder?: string;
  /** What the author has to fill in, in the order of the manifest. */
  readonly toFill: readonly FillIn[];
}

/** One thing that the author of a manifest has to do. */
export interface FillIn {
  /** The file; absent if the agent itself lacks something. */
  readonly file?: 'agent.json' | 'icon.svg';
  /** JSON Pointer into the file; empty for the whole file. */
  readonly path: string;
  /** What to do, as a sentence. */
  readonly message: string;
}
