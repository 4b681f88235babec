/**
 * Further methods that the program which runs a hub offers its clients, beside those of the hub itself.
 *
 * The hub treats them as its own: each says what it needs, and that is checked before it runs; every call counts
 * against the quotas of its principal and is noted in the audit log.
 */
import { RpcError } from '@acp-stack/rpc';
import { errorCodes } from '@acp-stack/schema/v2/unstable';

import { hubMethods } from '../access/hub-methods.ts';
import type { Principal } from '../access/principal.ts';
import { isRole, requirements, type Requirement } from '../access/roles.ts';
import type { Role, SessionSummary } from '../store/records.ts';

/** What a method is told of a session. */
export type HubMethodSession = Pick<SessionSummary, 'sessionId' | 'cwd' | 'additionalDirectories' | 'agent' | 'title'>;

/** The caller of a method, and what a method may use of the hub. */
export interface HubMethodContext {
  /** Who calls. */
  readonly principal: Principal;
  /** Identifies the connection of the caller. */
  readonly client: string;
  /** Aborts when the caller cancels its request, or its connection ends. */
  readonly signal: AbortSignal;
  /** Aborts when the connection of the caller ends: for what outlives the request. */
  readonly disconnected: AbortSignal;
  /** Sends the caller a notification, whose name begins with `_`. */
  readonly notify: (method: `_${string}`, params: object) => Promise<void>;
  /** A session in which the caller has at least this role; rejects as the hub itself does if it has not. */
  readonly session: (sessionId: string, role: Role) => Promise<HubMethodSession>;
}

/** Does what a method asks for; returns its result. An error that is not an `RpcError` is logged and hidden. */
export type HubMethodHandler = (params: Readonly<Record<string, unknown>>, context: HubMethodContext) => unknown;

/** A method of the program that runs the hub. */
export interface FurtherMethod {
  /**
   * What the caller needs: a role in the session that `sessionId` of the params names, an account (not an invitation),
   * or being an operator. `anybody` includes guests of any session.
   */
  readonly requires: Requirement;
  /** Does it. */
  readonly run: HubMethodHandler;
}

/** Methods by their names. */
export type FurtherMethods = Readonly<Record<`_${string}`, FurtherMethod>>;

/** Names that begin so are the hub's. */
const reserved = ['_acp-stack.dev/hub/', '_acp-stack.dev/session_lost'];

/** Throws unless the names are those of extensions, and none is one of the hub. */
export function checkFurtherMethods(methods: FurtherMethods): void {
  for (const name of Object.keys(methods)) {
    if (!/^_[\w.-]+(?:\/[\w.-]+)*$/u.test(name)) {
      throw new Error(
        `The method ${JSON.stringify(name)} must begin with _ and have letters, digits, . / - and _ only.`,
      );
    }
    if (reserved.some((prefix) => name.startsWith(prefix))) {
      throw new Error(`The method ${name} has a name of the hub itself; choose another.`);
    }
  }
}

/** The extension methods that a principal may call, in the sessions where it has the role for them. */
export function callableMethods(principal: Principal, further: FurtherMethods): readonly string[] {
  const own = Object.values(hubMethods).map((name) => [name, requirements.get(name)] as const);
  const others = Object.entries(further).map(([name, { requires }]) => [name, requires] as const);
  return [...own, ...others].flatMap(([name, required]) =>
    required !== undefined && mayCall(principal, required) ? name : [],
  );
}

function mayCall({ isOperator, onlySession }: Principal, required: Requirement): boolean {
  if (required === 'operator') return isOperator;
  if (required === 'account') return onlySession === undefined;
  return required === 'anybody' || isRole(required);
}

/** Reads the params of a further method: an object, by default an empty one. */
export const furtherParams =
  (method: string) =>
  (params: unknown): Readonly<Record<string, unknown>> => {
    if (params === undefined) return {};
    if (typeof params === 'object' && params !== null && !Array.isArray(params)) {
      return params as Readonly<Record<string, unknown>>;
    }
    throw new RpcError(errorCodes.invalid_params, `${method}: params must be an object.`);
  };

/** The session that the params name; throws if they name none. */
export function namedSession(method: string, { sessionId }: Readonly<Record<string, unknown>>): string {
  if (typeof sessionId === 'string' && sessionId !== '') return sessionId;
  throw new RpcError(errorCodes.invalid_params, `${method}: sessionId must be a non-empty string.`);
}
