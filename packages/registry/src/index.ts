/** Finds agents in registries, installs them, and says how to start them. */
export type {
  AgentCommand,
  DistributionKind,
  InstalledAgent,
  ListedAgent,
  RegistrySource,
  TargetName,
} from './contract/agents.ts';
export type {
  AgentChange,
  AgentUpdate,
  CommandOptions,
  InstallOptions,
  InstallProgress,
  ReadOptions,
  Registry,
  RegistryListing,
  SourceStatus,
  VerifiedAgent,
} from './contract/registry.ts';
export type { RegistryLimits } from './contract/limits.ts';
export { isClearName, matchAgents, matchExactly, type NamedAgent } from './catalog/match-agents.ts';
export { RegistryError, type RegistryErrorCode, type RegistryErrorDetails } from './contract/registry-error.ts';
export { previewInstall, type InstallPreview } from './manifest/preview-install.ts';
export { officialSource, openRegistry, type RegistryOptions } from './registry.ts';
