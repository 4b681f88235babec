/** Small MCP servers in the folder of a scenario. Each leaves a file when a client of it says `initialize`. */
import { packageVersion } from '@acp-stack/schema/package-version';
import { existsSync, rmSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Fields } from '../../conversation/message.ts';

const program = `
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const answers = {
  initialize: ({ protocolVersion }) => {
    writeFileSync(process.argv[2], '');
    return { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'conformance', version: '${packageVersion}' } };
  },
  'tools/list': () => ({ tools: [] }),
};
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  const result = answers[method]?.(params) ?? {};
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
}
`;

export class McpServers {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    writeFileSync(join(folder, 'server.mjs'), program);
  }

  /** A server that is started as a program, as version 1 names it. */
  server(name: string): Fields {
    const args = [join(this.#folder, 'server.mjs'), this.#trace(name)];
    return { name, command: process.execPath, args, env: [] };
  }

  isGreeted(name: string): boolean {
    return existsSync(this.#trace(name));
  }

  forget(name: string): void {
    rmSync(this.#trace(name), { force: true });
  }

  /** Waits until one of the servers was greeted; false if none was within `limit` milliseconds. */
  async untilOneIsGreeted(names: readonly string[], limit: number): Promise<boolean> {
    const isDone = (): boolean => names.some((name) => this.isGreeted(name));
    return new Promise<boolean>((resolve) => {
      const watcher = watch(this.#folder, () => {
        if (isDone()) stop(true);
      });
      const timer = setTimeout(() => stop(isDone()), limit);
      const stop = (isGreeted: boolean): void => {
        clearTimeout(timer);
        watcher.close();
        resolve(isGreeted);
      };
      if (isDone()) stop(true);
    });
  }

  #trace(name: string): string {
    return join(this.#folder, `greeted-${name}`);
  }
}
