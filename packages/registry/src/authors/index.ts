/** For authors of registries: checks manifests, builds a registry of them, finds newer versions, begins a manifest. */
export type { BuildOptions, BuildReport, SiteOptions } from './build/build-options.ts';
export { bump } from './bump/bump.ts';
export type { BumpOptions, BumpReport, ManifestChange, VersionUpdate } from './bump/bump-report.ts';
export type { CheckOptions, HandshakeOptions, OnlineOptions, PackageHosts } from './report/check-options.ts';
export type { CheckReport, ManifestProblem, ProblemLevel } from './report/check-report.ts';
export { buildRegistry } from './build/build-registry.ts';
export { checkFolder } from './check/check-folder.ts';
export { manifestRules, type ManifestRule, type RuleId, type RuleSet } from './report/rules.ts';
export { newManifest } from './create/new-manifest.ts';
export type { FillIn, NewManifest, NewManifestOptions } from './create/new-manifest-options.ts';
