/** Proxies that ship with this package, each by a function and by name. */
export { appendingFile, type AppendingFile, type AppendingFileOptions } from './appending-file.ts';
export { budget, type BudgetOptions } from './budget.ts';
export { context, type ContextOptions } from './context.ts';
export { loadFromResume, type LoadFromResumeOptions } from './load-from-resume.ts';
export { policy, type PolicyOptions } from './policy.ts';
export { rateLimit, type RateLimitOptions } from './rate-limit.ts';
export { redact, type RedactOptions } from './redact.ts';
export {
  createProxy,
  settingsFromWords,
  shippedProxies,
  type ProxyHost,
  type ShippedProxy,
} from './shipped-proxies.ts';
export { tee, type TeeOptions } from './tee.ts';
export { tools, type ToolsOptions } from './tools.ts';
export { translate } from './translate.ts';
