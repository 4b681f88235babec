/** Judges agents, clients and proxies by the rules of the Agent Client Protocol. */
export { agentScenarios } from './agent/scenarios/agent-scenarios.ts';
export type { AgentScenario } from './agent/agent-scenario.ts';
export { judgeAgent, type Judgement, type JudgeOptions, type Progress } from './judge/judge-agent.ts';
export { runScenario } from './judge/run-scenario.ts';
export { rules, suiteVersion } from './rules/find-rule.ts';
export type { Rule, RuleSet, Version } from './rules/rule.ts';
export type { Observation, Outcome, Verdict } from './verdict/verdict.ts';
export { processConnect, type Command } from './wire/process-wire.ts';
export type { Connect, Wire, WireReceiver } from './wire/wire.ts';
