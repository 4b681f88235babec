export type { AgentCommand, DistributionKind, InstalledAgent, ListedAgent, RegistrySource } from './contract/agents.ts';
