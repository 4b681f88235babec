/** Judges agents, clients and proxies by the rules of the Agent Client Protocol. */
export { agentScenarios } from './agent/scenarios/agent-scenarios.ts';
export type { Behaviour, Prompts } from './agent/behaviour.ts';
export { defaultPrompts } from './agent/behaviour.ts';
export { transportScenarios } from './agent/scenarios/transport-scenarios.ts';
export type { AgentScenario } from './agent/agent-scenario.ts';
export type { ClientDriver, ClientRun, ClientTask } from './client/client-driver.ts';
export type { ClientScenario } from './client/client-scenario.ts';
export type { Over, PlaceOptions } from './client/place/agent-place.ts';
export type { SeenRequest } from './client/place/seen-request.ts';
export { processDriver } from './client/process-driver.ts';
export { clientTransportScenarios } from './client/scenarios/addresses.ts';
export { clientScenarios } from './client/scenarios/client-scenarios.ts';
export { judgeClient, type JudgeClientOptions } from './judge/judge-client.ts';
export { judgeProxy, type JudgeProxyOptions } from './judge/judge-proxy.ts';
export type { ProxyScenario } from './proxy/proxy-scenario.ts';
export { proxyScenarios } from './proxy/scenarios/proxy-scenarios.ts';
export { judgeAgent, type JudgeOptions } from './judge/judge-agent.ts';
export type { Judgement, Progress, RunOptions } from './judge/run-options.ts';
export { selectScenarios, type Choice, type Selectable, type Selection } from './judge/select-scenarios.ts';
export { modelEnvironment, scriptedModel } from './model/model-environment.ts';
export { startModelService, type ModelService } from './model/model-service.ts';
export type { ModelEntry, ModelRequest, OfferedTool } from './model/script/model-reply.ts';
export { badge } from './report/badge.ts';
export {
  baselineText,
  compareWithBaseline,
  readBaseline,
  type BaselineComparison,
  type KnownFailure,
} from './report/baseline.ts';
export {
  compareReports,
  comparisonHtml,
  comparisonMarkdown,
  comparisonText,
  type ComparedRule,
  type Comparison,
} from './report/comparison.ts';
export {
  reportFormat,
  reportOf,
  type ConformanceReport,
  type ReportedMessage,
  type ReportedVerdict,
  type ReportFacts,
  type Summary,
} from './report/conformance-report.ts';
export { htmlReport } from './report/html-report.ts';
export { junitReport } from './report/junit-report.ts';
export { readReport } from './report/read-report.ts';
export type { Target } from './report/reproduce.ts';
export { terminalReport } from './report/terminal-report.ts';
export { rules, suiteVersion } from './rules/find-rule.ts';
export type { Level, Rule, RuleSet, Side, Version, Weaker } from './rules/rule.ts';
export type { Observation, Outcome, Verdict } from './verdict/verdict.ts';
export { addressConnect } from './remote/address-connect.ts';
export type { Address } from './remote/address.ts';
export { processConnect, type Command } from './wire/process-wire.ts';
export type { Connect, Wire, WireReceiver } from './wire/wire.ts';
