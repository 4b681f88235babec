/**
 * Decides about requests for permission: by what the user has forbidden, then by what the user has answered for ever, then by what the
 * user has allowed, and otherwise by asking.
 *
 * Nothing is allowed but an option of that kind that the agent offered, and none for longer than this once unless the user chose so. What
 * cannot be asked is refused. A question that is not wanted any more is answered as cancelled.
 */
import { realpath } from 'node:fs/promises';

import type {
  PermissionOption,
  RequestPermissionOutcome,
  RequestPermissionRequest,
} from '@acp-stack/schema/v2/unstable';

import type { ClientMachine } from '../machine/client-machine.ts';
import type { PermissionMemory } from './permission-memory.ts';
import { decideByPolicy, type PermissionPolicy } from './permission-policy.ts';
import { readPermission, type KnownToolCall, type PermissionQuestion } from './permission-question.ts';
import type { MachineSession } from '../machine/session-workspaces.ts';

/** Who asks, and until when. */
export interface AskContext {
  /** Undefined when the session is not open here. */
  readonly session: MachineSession | undefined;
  /** The session whose agent asks, open here or not. */
  readonly sessionId: string;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** Puts a question to the user; answers with the id of an option, or undefined when the question was closed. */
export type AskUser = (
  question: PermissionQuestion,
  context: AskContext,
) => Promise<string | undefined> | string | undefined;

/** What was decided, and whose decision it was. */
export interface PermissionDecision {
  /** What was asked. */
  readonly question: PermissionQuestion;
  /** Undefined when nothing was chosen. */
  readonly option: PermissionOption | undefined;
  /** `nobody` when there was nobody to ask, or the question was not wanted any more. */
  readonly by: 'policy' | 'memory' | 'user' | 'nobody';
}

/** Who decides: the policy where it refuses, then what is remembered, then the policy where it allows, then the user. */
export interface PermissionHandlerOptions {
  /** `ask` when absent. */
  readonly policy?: PermissionPolicy;
  /** Absent in a program that nobody watches: what would be asked is refused. */
  readonly ask?: AskUser;
  /** Keeps what is answered for ever, for the sessions in its project; only the agent does when absent. */
  readonly memory?: PermissionMemory;
  /** Knows the folders of sessions; without it no file counts as inside. */
  readonly machine?: Pick<ClientMachine, 'workspace'>;
  /** The agent's name, under which answers are remembered. */
  readonly agent?: () => string;
  /** What is known of a tool call, for questions that only name it; such questions are asked when nothing is. */
  readonly toolCall?: (sessionId: string, toolCallId: string) => KnownToolCall | undefined;
  /** Hears every decision. */
  readonly onDecision?: (decision: PermissionDecision) => void;
}

/** For `client().onPermission()`. */
export type MachinePermissions = (
  request: RequestPermissionRequest,
  context: AskContext,
) => Promise<RequestPermissionOutcome>;

type Decided = Omit<PermissionDecision, 'question'>;

const nothing: Decided = { option: undefined, by: 'nobody' };

/** Answers requests for permission; what nobody can decide is refused. */
export function permissionHandler(options: PermissionHandlerOptions = {}): MachinePermissions {
  const { policy = 'ask', agent = () => '', toolCall, onDecision } = options;
  const decide = async (question: PermissionQuestion, context: AskContext): Promise<Decided> => {
    const verdict = await decideByPolicy(policy, question, () => workspaceOf(options, context));
    if (verdict === 'deny') return { option: only(question, 'reject_once'), by: 'policy' };
    const memory = await memoryOf(options, context);
    const remembered = memory?.find(question, agent());
    if (remembered !== undefined) return { option: offered(question, remembered.option.optionId), by: 'memory' };
    const allowed = verdict === 'allow' ? only(question, 'allow_once') : undefined;
    if (allowed !== undefined) return { option: allowed, by: 'policy' };
    if (options.ask === undefined) return { option: only(question, 'reject_once'), by: 'nobody' };
    const option = offered(question, await options.ask(question, context));
    if (option !== undefined && !context.signal.aborted) await memory?.remember(question, option, agent());
    return { option, by: 'user' };
  };
  return async (request, context) => {
    const { subject, sessionId } = request;
    const known = subject?.type === 'tool_call' ? toolCall?.(sessionId, subject.toolCall.toolCallId) : undefined;
    const question = readPermission(request, known);
    const decided = context.signal.aborted ? nothing : await decide(question, context);
    const decision = { question, ...(context.signal.aborted ? nothing : decided) };
    onDecision?.(decision);
    const { option } = decision;
    return option === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId: option.optionId };
  };
}

/** What is remembered, if the session is in the project that it is remembered for. */
async function memoryOf(
  { memory }: PermissionHandlerOptions,
  { session }: AskContext,
): Promise<PermissionMemory | undefined> {
  if (memory === undefined || session === undefined) return undefined;
  const project = await realpath(session.cwd).catch(() => undefined);
  return project === memory.project ? memory : undefined;
}

async function workspaceOf(
  { machine }: PermissionHandlerOptions,
  { session }: AskContext,
): ReturnType<ClientMachine['workspace']> {
  if (machine !== undefined && session !== undefined) return machine.workspace(session);
  throw new Error('The folders of the session are not known here.');
}

/** The option of this kind, if there is exactly one: between two that differ, somebody has to choose. */
function only({ options }: PermissionQuestion, kind: string): PermissionOption | undefined {
  const fitting = options.filter((option) => option.kind === kind);
  return fitting.length === 1 || (kind === 'reject_once' && fitting.length > 1) ? fitting[0] : undefined;
}

const offered = ({ options }: PermissionQuestion, optionId: string | undefined): PermissionOption | undefined =>
  options.find((option) => option.optionId === optionId);
