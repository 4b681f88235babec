/**
 * Decides about permission requests: by what the user has forbidden, then by remembered answers, then by what the user
 * has allowed, and otherwise by asking.
 *
 * A change of a protected path, such as a hook of git, is asked for each time, whatever the policy allows.
 *
 * Only an option that the agent offered is chosen, and without the user one that allows more than this once only if the
 * policy allows everything and nothing less is offered. If the user cannot be asked, the request is refused. A request
 * that was cancelled is answered as cancelled, and so is one with the same id for two options, because an answer with
 * it could mean either of them.
 */
import { realpath } from 'node:fs/promises';

import type {
  PermissionOption,
  RequestPermissionOutcome,
  RequestPermissionRequest,
} from '@acp-stack/schema/v2/unstable';

import type { ClientMachine } from '../files-and-terminals/client-machine.ts';
import type { MachineSession } from '../files-and-terminals/session-workspaces.ts';
import type { PermissionMemory } from './permission-memory.ts';
import { changesProtectedPath, decideByPolicy, type PermissionPolicy } from './permission-policy.ts';
import { readPermission, type KnownToolCall, type PermissionQuestion } from '../../questions/permission-question.ts';

/** The context of a permission request. */
export interface AskContext {
  /** Undefined if the session is not open here. */
  readonly session: MachineSession | undefined;
  /** The id of the session, open here or not. */
  readonly sessionId: string;
  /** Aborts when the request is cancelled. */
  readonly signal: AbortSignal;
  /** Whether malformed parts of the request were left out; then only `allow-all` allows it without the user. */
  readonly isIncomplete?: boolean;
}

/** Asks the user; returns the id of an option, or undefined if the user closed the question. */
export type AskUser = (
  question: PermissionQuestion,
  context: AskContext,
) => Promise<string | undefined> | string | undefined;

/** A decision, and what made it. */
export interface PermissionDecision {
  /** The question. */
  readonly question: PermissionQuestion;
  /** Undefined if no option was chosen. */
  readonly option: PermissionOption | undefined;
  /** `none` if the user could not be asked, the request was cancelled, or two of its options have the same id. */
  readonly by: 'policy' | 'memory' | 'user' | 'none';
  /** True if the policy allows it, but it changes a protected path, so that the policy does not count. */
  readonly isProtected?: boolean;
}

/** What decides: the policy if it refuses, then remembered answers, then the policy if it allows, then the user. */
export interface PermissionHandlerOptions {
  /** `ask` by default. */
  readonly policy?: PermissionPolicy;
  /** Whether the policy and remembered answers decide about changes of protected paths too; false by default. */
  readonly allowsProtected?: boolean;
  /** Absent in a program without a user: what would be asked is refused. */
  readonly ask?: AskUser;
  /** Stores permanent answers, for the sessions in its project; if absent, only the agent can. */
  readonly memory?: PermissionMemory;
  /** Knows the directories of sessions; without it no file counts as inside. */
  readonly machine?: Pick<ClientMachine, 'workspace'>;
  /** The name of the agent, under which answers are remembered. */
  readonly agent?: () => string;
  /** What is known of a tool call, for requests that only name it; without it such requests are asked. */
  readonly toolCall?: (sessionId: string, toolCallId: string) => KnownToolCall | undefined;
  /** Called after every decision. */
  readonly onDecision?: (decision: PermissionDecision) => void;
}

/** For `client().onPermission()`. */
export type MachinePermissions = (
  request: RequestPermissionRequest,
  context: AskContext,
) => Promise<RequestPermissionOutcome>;

type Decided = Omit<PermissionDecision, 'question'>;

const nothing: Decided = { option: undefined, by: 'none' };

/** Returns a handler of permission requests; what cannot be decided is refused. */
export function permissionHandler(options: PermissionHandlerOptions = {}): MachinePermissions {
  const { policy = 'ask', allowsProtected = false, agent = () => '', toolCall, onDecision } = options;
  const decide = async (question: PermissionQuestion, context: AskContext): Promise<Decided> => {
    const workspace = (): ReturnType<ClientMachine['workspace']> => workspaceOf(options, context);
    const isProtected = !allowsProtected && (await changesProtectedPath(question, workspace));
    const judged = await decideByPolicy(policy, question, workspace);
    const { isIncomplete = false } = context;
    // What was left out may be a change, or a path that a rule denies.
    const decided = judged === 'allow' && isIncomplete && policy !== 'allow-all' ? 'ask' : judged;
    const decision = decided === 'allow' && isProtected ? 'ask' : decided;
    const held = decision === decided ? {} : { isProtected: true };
    if (decision === 'deny') return { option: optionOfKind(question, 'reject_once'), by: 'policy' };
    const memory = await memoryOf(options, context);
    const remembered = memory?.find(question, agent());
    const isReused = remembered !== undefined && !isIncomplete && !(isProtected && remembered.decision === 'always');
    if (isReused) return { ...held, option: offeredOption(question, remembered.option.optionId), by: 'memory' };
    const isAsked = memory?.hasLostAnswers === true;
    const allowed = decision === 'allow' && !isAsked ? allowingOption(question, options) : undefined;
    if (allowed !== undefined) return { option: allowed, by: 'policy' };
    if (options.ask === undefined) return { ...held, option: optionOfKind(question, 'reject_once'), by: 'none' };
    const option = offeredOption(question, await options.ask(question, context));
    const isKept = option !== undefined && !(isProtected && option.kind === 'allow_always');
    if (isKept && !context.signal.aborted) await memory?.remember(question, option, agent());
    return { ...held, option, by: 'user' };
  };
  return async (request, context) => {
    const { subject, sessionId } = request;
    const known = subject?.type === 'tool_call' ? toolCall?.(sessionId, subject.toolCall.toolCallId) : undefined;
    const question = readPermission(request, known);
    const isDecidable = !context.signal.aborted && !haveSharedIds(question);
    const decided = isDecidable ? await decide(question, context) : nothing;
    const decision = { question, ...(context.signal.aborted ? nothing : decided) };
    onDecision?.(decision);
    const { option } = decision;
    return option === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId: option.optionId };
  };
}

const haveSharedIds = ({ options }: PermissionQuestion): boolean =>
  new Set(options.map(({ optionId }) => optionId)).size < options.length;

/** The memory, if the session is in its project. */
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
  throw new Error('The directories of the session are not known here.');
}

/** The first option of this kind. */
const optionOfKind = ({ options }: PermissionQuestion, kind: string): PermissionOption | undefined =>
  options.find((option) => option.kind === kind);

/**
 * The option for a question that the policy allows; undefined if the user has to choose, because several options allow
 * this once, or only permanent ones do.
 */
function allowingOption(
  question: PermissionQuestion,
  { ask, policy }: PermissionHandlerOptions,
): PermissionOption | undefined {
  const once = question.options.filter(({ kind }) => kind === 'allow_once');
  if (once.length === 1 || (once.length > 1 && ask === undefined)) return once[0];
  return ask === undefined && policy === 'allow-all' ? optionOfKind(question, 'allow_always') : undefined;
}

const offeredOption = ({ options }: PermissionQuestion, optionId: string | undefined): PermissionOption | undefined =>
  options.find((option) => option.optionId === optionId);
