/** `acp registry remove`. */
import { matchAgents, RegistryError, type InstalledAgent, type Registry } from '@acp-stack/registry';

import { untilInterrupted } from '../../connect/until-interrupted.ts';
import { openUserRegistry } from '../../registry/user-registry.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { exactLine } from '../../text/exact-text.ts';
import { chosenAgent } from './chosen-agents.ts';

export async function remove(name: string, terminal: Terminal): Promise<number> {
  const removed = await untilInterrupted(async () => {
    const registry = openUserRegistry([], terminal);
    const installed = await registry.installed();
    if (await removeDamaged(name, installed, registry)) return name;
    const { id, version } = chosenAgent(name, installed).manifest;
    await registry.remove(id);
    return `${id} ${exactLine(version)}`;
  });
  await terminal.stderr.tryWrite(`removed ${removed}\n`);
  return 0;
}

/** An agent whose record is damaged is not among the installed ones; its whole id still names its folder. */
async function removeDamaged(id: string, installed: readonly InstalledAgent[], registry: Registry): Promise<boolean> {
  if (matchAgents(id, installed).length > 0) return false;
  try {
    return await registry.remove(id);
  } catch (error) {
    if (error instanceof RegistryError && error.code === 'unknown') return false;
    throw error;
  }
}
