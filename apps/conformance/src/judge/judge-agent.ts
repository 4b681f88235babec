/** Judges an agent: both versions, all scenarios, in a fixed order, each worker with its own connections. */
import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';

import { AgentFacts } from '../agent/agent-facts.ts';
import type { AgentScenario } from '../agent/agent-scenario.ts';
import { AgentStage } from '../agent/agent-stage.ts';
import { whyUntested } from '../agent/untested.ts';
import { defaultPrompts, type Prompts } from '../agent/behaviour.ts';
import { checkLog } from '../check/check-log.ts';
import type { Finding } from '../check/finding.ts';
import { Conversation, unknownFence, type Fence, type FenceRequest } from '../conversation/conversation.ts';
import { isPeerFailure } from '../conversation/failure.ts';
import { fieldsOf } from '../conversation/message.ts';
import { dialects, noVersion, type Dialect } from '../dialect/dialect.ts';
import type { Address } from '../remote/address.ts';
import type { Version } from '../rules/rule.ts';
import type { Connect } from '../wire/wire.ts';
import { allVersions, judgeVersions, type Unspoken } from './judge-versions.ts';
import type { Player } from './play-scenarios.ts';
import { usualLimit, usualStartLimit, type Judgement, type RunOptions } from './run-options.ts';
import { stagePlayer } from './run-scenario.ts';

/** How an agent is judged. */
export interface JudgeOptions extends RunOptions<AgentScenario> {
  /** Connects to the agent; each call is a new connection. */
  readonly connect: Connect;
  /** Where `connect` connects to, if that is an address; scenarios about transports need it. */
  readonly address?: Address;
  /** The words that ask for behaviours, if not the usual ones. */
  readonly prompts?: Partial<Prompts>;
  /** The login method that the suite may use; without it, the suite neither logs in nor out. */
  readonly login?: string;
  /**
   * Milliseconds for the response to the first `initialize`; three times the limit of a wait, and 15,000 at least, by
   * default.
   */
  readonly startLimit?: number;
}

/** Judges the agent that `connect` connects to. */
export async function judgeAgent(options: JudgeOptions): Promise<Judgement> {
  return judgeVersions(
    {
      side: 'agent',
      probe: async (version) => {
        const facts = await probeVersion(version, options);
        if (!(facts instanceof AgentFacts)) return facts;
        return { info: facts.dialect.infoIn(facts.result), player: () => agentPlayer(facts, options) };
      },
      whyUntested,
    },
    options,
  );
}

const refused = (found: string): Unspoken => ({ outcome: 'not-offered', found });

/** The facts of the agent in one version, or why it does not speak it. */
async function probeVersion(version: Version, options: JudgeOptions): Promise<AgentFacts | Unspoken> {
  const dialect = dialects[version];
  const { limit: usual = usualLimit, versions = allVersions } = options;
  const limit = options.startLimit ?? startLimitOf(usual);
  const conversation = await Conversation.open(options.connect, { limit });
  // An agent that does not answer `initialize` with a version breaks one rule; nothing can be said about the others.
  const unanswered = (found: string): Unspoken => ({
    outcome: 'not-tested',
    found,
    breaks: 'INIT-02',
    findings: checkLog(conversation.log, { version, isStdio: conversation.process !== undefined }),
  });
  try {
    const { result, error } = await conversation.request('initialize', dialect.initialize({}));
    if (error !== undefined) return refused(`It refuses initialize with version ${version}: ${error.message}`);
    const chosen = fieldsOf(result)['protocolVersion'];
    if (chosen === version) {
      // An agent of version 1 that repeats what it is asked for would be judged by rules that it was not written for.
      if (version > 1 && versions.length > 1 && (await repeatsVersion(dialect, options)))
        return refused(`It answers with every version that it is asked for, also with ${noVersion}.`);
      const { address } = options;
      return new AgentFacts(dialect, fieldsOf(result), { address, fence: await fenceOf(conversation, usual) });
    }
    if (Number.isInteger(chosen))
      return refused(`It does not speak version ${version}; it answered with ${JSON.stringify(chosen)}.`);
    return unanswered(`It answered initialize with the version ${JSON.stringify(chosen) ?? 'left out'}.`);
  } catch (failure) {
    if (!isPeerFailure(failure)) throw failure;
    return unanswered(failure.message);
  } finally {
    await conversation.close();
  }
}

/**
 * What the agent answers at once, on the connection that `conversation` has initialized. One that leaves unknown
 * requests without a response, which is found elsewhere, answers `session/new` at least, if only with an error.
 */
async function fenceOf(conversation: Conversation, limit: number): Promise<Fence> {
  for (const fence of [unknownFence, sessionFence()]) if (await isAnswered(conversation, fence, limit)) return fence;
  return conversation.ended === undefined ? 'none' : sessionFence();
}

const sessionFence = (): FenceRequest => ({
  method: 'session/new',
  params: { cwd: realpathSync(tmpdir()), mcpServers: [] },
});

async function isAnswered(
  conversation: Conversation,
  { method, params }: FenceRequest,
  limit: number,
): Promise<boolean> {
  try {
    await conversation.request(method, params, limit);
    return true;
  } catch (error) {
    if (!isPeerFailure(error)) throw error;
    return false;
  }
}

/** Whether the agent claims to speak a version that does not exist. */
async function repeatsVersion(
  dialect: Dialect,
  { connect, limit = usualLimit, startLimit = startLimitOf(limit) }: JudgeOptions,
): Promise<boolean> {
  const conversation = await Conversation.open(connect, { limit: startLimit });
  try {
    const { result } = await conversation.request('initialize', {
      ...dialect.initialize({}),
      protocolVersion: noVersion,
    });
    return fieldsOf(result)['protocolVersion'] === noVersion;
  } catch (error) {
    if (!isPeerFailure(error)) throw error;
    return false;
  } finally {
    await conversation.close();
  }
}

/** The start of the program counts. */
const startLimitOf = (limit: number): number => Math.max(usualStartLimit, 3 * limit);

/** Plays scenarios on connections that they share. */
function agentPlayer(facts: AgentFacts, options: JudgeOptions): Player<AgentScenario> {
  const { connect, limit = usualLimit, startLimit = startLimitOf(limit), login } = options;
  const pool = new Map<string, Conversation>();
  const prompts = { ...defaultPrompts, ...options.prompts };
  const settings = { connect, facts, prompts, limit, startLimit, pool, ...(login === undefined ? {} : { login }) };
  return stagePlayer<AgentStage, AgentScenario>(
    (scenario) => {
      const stage = new AgentStage(scenario, settings);
      return { stage, missing: scenario.needs?.(facts), check: () => checkMessages(stage) };
    },
    async () => {
      await Promise.all([...pool.values()].map((conversation) => conversation.close()));
    },
  );
}

/** What is wrong with the messages of the agent in this scenario. */
function checkMessages({ watched, version }: AgentStage): readonly Finding[] {
  return watched.flatMap(({ conversation: { log, process }, since }) =>
    checkLog(log, { version, since, isStdio: process !== undefined }),
  );
}
