/** The types of a registry: what is listed is installed, what is installed is started; compiled, never run. */
import { expectTypeOf } from 'vitest';

import {
  openRegistry,
  type AgentCommand,
  type AgentUpdate,
  type InstalledAgent,
  type ListedAgent,
  type Registry,
} from '@acp-stack/registry';

const registry = openRegistry([{ name: 'garden', location: 'https://garden.example/registry.json' }]);
expectTypeOf(registry).toEqualTypeOf<Registry>();
expectTypeOf(registry.find('rosalind')).resolves.toEqualTypeOf<ListedAgent>();

declare const listed: ListedAgent;
declare const installed: InstalledAgent;
declare const update: AgentUpdate;

expectTypeOf(registry.install(listed, { distribution: 'npx' })).resolves.toEqualTypeOf<InstalledAgent>();
expectTypeOf(registry.newer(installed)).resolves.toEqualTypeOf<AgentUpdate | undefined>();
expectTypeOf(registry.update(update)).resolves.toEqualTypeOf<InstalledAgent>();
expectTypeOf(registry.command(installed, { env: { LEVEL: 'info' } })).resolves.toEqualTypeOf<AgentCommand>();
void registry.icon(listed);
void registry.icon(installed);

// @ts-expect-error a source has a name
void openRegistry([{ location: '/garden' }]);
// @ts-expect-error sources are a list
void openRegistry('https://garden.example/registry.json');
// @ts-expect-error a name is not an agent yet: find it first
void registry.install('rosalind');
// @ts-expect-error unknown distribution
void registry.install(listed, { distribution: 'docker' });
// @ts-expect-error only what is installed has a command
void registry.command(listed);
// @ts-expect-error the command of an agent that is not found yet
void registry.command(registry.find('rosalind'));
// @ts-expect-error an update keeps the distribution that it has shown
void registry.update(update, { distribution: 'npx' });
// @ts-expect-error `newer` may return nothing
void registry.update(await registry.newer(installed));
// @ts-expect-error what is listed is not changed
listed.manifest.id = 'tulip';
// @ts-expect-error unknown way to refresh
void registry.list({ refresh: true });
