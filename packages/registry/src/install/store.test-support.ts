/** Agents to install in tests, with archives that a server on loopback sends or a folder has. */
import { createHash } from 'node:crypto';

import type { AgentManifest } from '@acp-stack/schema/v1';

import { tarGz, type TarEntry } from '../archive/tar-builder.test-support.ts';
import type { ListedAgent } from '../contract/agents.ts';
import { loopbackServer, type LoopbackServer } from '../fetch/loopback-server.test-support.ts';

/** An archive with the command `agent`, which says its version, and one file more. */
export function agentArchive(version: string, ...entries: readonly TarEntry[]): Buffer {
  const script = `#!/bin/sh\necho ${version}\n`;
  return tarGz(
    { name: 'agent', content: script },
    { name: 'lib/data', content: version },
    { name: 'empty/', type: '5' },
    ...entries,
  );
}

export function sha256Of(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** An agent as a source lists it. */
export function listedAgent(
  archive: string,
  options: { readonly version?: string; readonly sha256?: string; readonly location?: string } = {},
): ListedAgent {
  const { version = '1.0.0', sha256, location = archive } = options;
  const build = { archive, cmd: './agent', args: ['acp'], env: { MODE: 'x' }, ...(sha256 !== undefined && { sha256 }) };
  const manifest: AgentManifest = {
    id: 'example',
    name: 'Example',
    version,
    description: 'An agent.',
    distribution: {
      binary: { 'linux-x86_64': build },
      npx: { package: '@example/agent@latest', args: ['--acp'] },
    },
  };
  return { manifest, source: { name: 'mine', location }, distributions: ['binary', 'npx'], target: 'linux-x86_64' };
}

/** A server that sends archives by path; it answers other paths with 404. */
export async function archiveServer(archives: Readonly<Record<string, Buffer>>): Promise<LoopbackServer> {
  return loopbackServer((request, response) => {
    const archive = archives[request.url ?? ''];
    if (archive === undefined) response.writeHead(404).end();
    else response.writeHead(200, { etag: `"${sha256Of(archive)}"`, 'content-length': archive.length }).end(archive);
  });
}
