/** `acp registry remove`. */
import { untilInterrupted } from '../../connect/until-interrupted.ts';
import { openUserRegistry } from '../../registry/user-registry.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { exactLine } from '../../text/exact-text.ts';
import { chosenAgent } from './chosen-agents.ts';

export async function remove(name: string, terminal: Terminal): Promise<number> {
  const { id, version } = await untilInterrupted(async () => {
    const registry = openUserRegistry([], terminal);
    const { manifest } = chosenAgent(name, await registry.installed());
    await registry.remove(manifest.id);
    return manifest;
  });
  await terminal.stderr.tryWrite(`removed ${id} ${exactLine(version)}\n`);
  return 0;
}
