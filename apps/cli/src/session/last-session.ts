/**
 * The last session with each agent in each folder, for agents that cannot list their sessions.
 *
 * A file that cannot be read counts as empty, and one that cannot be written is not an error: only convenience is lost.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { isJsonObject, parseJsonObject } from '@acp-stack/schema/json-object';
import { readRegularFileSync, renameOverSync } from '@acp-stack/workspace/user-folders';

import { describeAgent } from '../config/describe-agent.ts';
import type { AgentServer } from '../config/agent-server.ts';

/** The maximum number of sessions that are kept; the oldest are dropped. */
const maxKept = 200;
const maxBytes = 8 * 1024 * 1024;

export class LastSessions {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  /** The id of the last session with `server` in `cwd`, if any is known. */
  find(server: AgentServer, cwd: string): string | undefined {
    const found = this.#read().find(([key]) => key === keyOf(server, cwd));
    return found?.[1];
  }

  /** Keeps `sessionId` as the last session with `server` in `cwd`. */
  remember(server: AgentServer, cwd: string, sessionId: string): void {
    const key = keyOf(server, cwd);
    const others = this.#read().filter(([other]) => other !== key);
    const kept = [...others, [key, sessionId]].slice(-maxKept);
    try {
      mkdirSync(dirname(this.#file), { recursive: true });
      const aside = `${this.#file}.${process.pid}`;
      writeFileSync(aside, JSON.stringify(Object.fromEntries(kept), undefined, 2), { mode: 0o600 });
      renameOverSync(aside, this.#file);
    } catch {
      // Only convenience is lost.
    }
  }

  #read(): readonly (readonly [string, string])[] {
    try {
      const found = parseJsonObject(String(readRegularFileSync(this.#file, { maxBytes })));
      if (!isJsonObject(found)) return [];
      return Object.entries(found).flatMap(([key, id]) => (typeof id === 'string' ? [[key, id] as const] : []));
    } catch {
      return [];
    }
  }
}

const keyOf = (server: AgentServer, cwd: string): string => JSON.stringify([describeAgent(server), cwd]);
