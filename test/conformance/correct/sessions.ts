/** What the correct agent can do with sessions. */
import { spawn } from 'node:child_process';
import { readFile, realpath } from 'node:fs/promises';
import { isAbsolute, join, sep } from 'node:path';

import type { AgentOptions, AgentSession, PromptHandler } from '@acp-stack/sdk';

/** Its sessions have several directories, instructions of the client, and MCP servers. */
export const sessionOptions: AgentOptions = {
  additionalDirectories: true,
  systemPrompt: 'append',
  mcp: ['stdio', 'http'],
};

/** Reads a file below the directories of the session, and says what is in it. */
export const readBelowRoots: PromptHandler = async ({ text, message, session }) => {
  const named = /Read the file (\S+)\.$/u.exec(text)?.[1] ?? '';
  await message.append((await contentBelow(session, named)) ?? 'It is not below the directories of the session.');
};

async function contentBelow(session: AgentSession, named: string): Promise<string | undefined> {
  try {
    const path = await realpath(isAbsolute(named) ? named : join(session.cwd, named));
    const roots = [session.cwd, ...session.additionalDirectories];
    const isInside = roots.some((root) => path.startsWith(root.endsWith(sep) ? root : root + sep));
    return isInside ? await readFile(path, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}

const greeting = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'correct', version: '1.0.0' } },
};

/** Starts the MCP servers of a session, and greets them. */
export function startServers(session: AgentSession): void {
  for (const server of session.mcpServers) {
    if (server.type !== 'stdio') continue;
    const child = spawn(server.command, [...(server.args ?? [])], { stdio: ['pipe', 'ignore', 'ignore'] });
    // A server that cannot be started, or that ends early, is none of this agent's business.
    child.on('error', () => undefined);
    child.stdin.on('error', () => undefined);
    child.stdin.write(`${JSON.stringify(greeting)}\n`);
    session.onClose(() => void child.kill());
  }
}
