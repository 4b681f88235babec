/**
 * Makes an agent that is not in the config file known: one that is installed, or one that a registry lists.
 *
 * An agent of a registry is installed only after a question, or with `--yes` if the user has named it: a project file
 * can name an agent, but not have it installed.
 */
import type { AgentServer } from '../config/agent-server.ts';
import type { Settings } from '../config/settings.ts';
import { exitCodes } from '../errors/command-error.ts';
import type { Interruptible } from '../registry/offer-install.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { bundledName, isUnknownName, wantedName, type AgentChoice } from './choose-agent.ts';
import { untilInterrupted } from './until-interrupted.ts';

/** The settings with the agent that `choice` names; those that were given if it is known, or is not found. */
export async function withNamedAgent(choice: AgentChoice, settings: Settings, terminal: Terminal): Promise<Settings> {
  const wanted = wantedName(choice, settings, terminal.env);
  if (wanted === undefined || !isUnknownName(wanted.name, settings)) return settings;
  const { name, isExplicit } = wanted;
  const isOfProject = !isExplicit && settings.projectNames?.has(name) === true;
  const yes = choice.flags.yes === true && !isOfProject;
  const server = await registryAgent({ name, yes }, settings, terminal);
  return server === undefined ? settings : { ...settings, agents: new Map([...settings.agents, [name, server]]) };
}

interface NamedAgent {
  readonly name: string;
  readonly yes: boolean;
}

async function registryAgent(
  { name, yes }: NamedAgent,
  settings: Settings,
  terminal: Terminal,
): Promise<AgentServer | undefined> {
  // Loaded only for names that the config file does not have.
  const { registryServer } = await import('../registry/registry-server.ts');
  const entry = settings.registryAgents.get(name);
  const otherNames = [...settings.agents.keys(), bundledName];
  return registryServer({ name, entry, yes, otherNames, run }, settings, terminal);
}

const run: Interruptible = (work) =>
  untilInterrupted(work, {
    exitCode: exitCodes.notStarted,
    afterSignal: 'a download goes on where it stopped when you try again',
  });
