/** For authors of registries: checks manifests, builds a registry of them, finds newer versions, begins a manifest. */
export type { BuildOptions, BuildReport, SiteOptions } from './build/build-options.ts';
export type { BumpOptions, BumpReport, ManifestChange, VersionUpdate } from './bump/bump-report.ts';
export type { CheckOptions, HandshakeOptions, OnlineOptions, PackageHosts } from './check/check-options.ts';
export type { CheckReport, ManifestProblem, ProblemLevel } from './check/check-report.ts';
export { manifestRules, type ManifestRule, type RuleId } from './check/rules.ts';
export type { NewManifest, NewManifestOptions } from './create/new-manifest-options.ts';
