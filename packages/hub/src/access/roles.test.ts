import { RpcError } from '@acp-stack/rpc';
import { methods } from '@acp-stack/schema/v2/unstable';
import { describe, expect, test } from 'vitest';

import type { Role } from '../store/records.ts';
import { hubMethods } from './hub-methods.ts';
import type { Principal, SharedSession } from './principal.ts';
import { refusalReason, unknownSession } from './refusals.ts';
import { isRole, requirements, requireRole, requireStanding, roleOf } from './roles.ts';

const sessionId = 'session-1';
const account = (name: string): Principal => ({ name, isOperator: false });
const shared: SharedSession = {
  sessionId,
  members: { ada: 'owner', bob: 'controller', cleo: 'observer', 'guest:1': 'observer' },
};
const people: Readonly<Record<Role, Principal>> = {
  owner: account('ada'),
  controller: account('bob'),
  observer: account('cleo'),
};
const roles: readonly Role[] = ['observer', 'controller', 'owner'];

const refused = (work: () => unknown): unknown => {
  try {
    work();
    return 'allowed';
  } catch (error) {
    return error instanceof RpcError ? error.toObject() : error;
  }
};

describe('the table of roles', () => {
  test('has every request and notification of clients about a session that a hub serves', () => {
    const served = Object.values(methods)
      .filter(({ direction, name }) => direction !== 'agent>client' && /^(?:session|tool_call|terminal)\//u.test(name))
      .map(({ name }) => name);
    expect(served.filter((name) => !requirements.has(name))).toEqual([]);
    expect(Object.values(hubMethods).filter((name) => !requirements.has(name))).toEqual([]);
  });

  const sessionMethods = [...requirements].filter(([, required]) => isRole(required));

  test.each(sessionMethods)('%s is allowed from the role %s on', (method, required) => {
    for (const role of roles) {
      const outcome = refused(() => requireRole(people[role], shared, { method, sessionId }));
      if (roles.indexOf(role) >= roles.indexOf(required as Role)) expect(outcome).toBe('allowed');
      else expect(outcome).toMatchObject({ data: { reason: 'role_required', role: required } });
    }
  });

  test.each([...requirements.keys()])('%s about a foreign session is the error of an unknown one', (method) => {
    const foreign = refused(() => requireRole(account('eve'), shared, { method, sessionId }));
    const unknown = refused(() => requireRole(account('eve'), undefined, { method, sessionId }));
    expect(foreign).toEqual(unknownSession(sessionId).toObject());
    expect(unknown).toEqual(foreign);
  });

  test('observers may only watch', () => {
    const allowed = sessionMethods.filter(([, required]) => required === 'observer').map(([method]) => method);
    expect(allowed).toEqual(['session/resume', 'session/close', 'session/status', hubMethods.members]);
  });

  test('a method without a row is refused', () => {
    const call = { method: 'session/invented', sessionId };
    expect(refused(() => requireRole(people.owner, shared, call))).toMatchObject({ code: -32_601 });
    expect(refused(() => requireStanding(people.owner, 'constructor'))).toMatchObject({ code: -32_601 });
  });
});

describe('roles', () => {
  test('properties that every object has are not members of the session', () => {
    for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
      expect(roleOf(account(name), shared)).toBeUndefined();
    }
  });

  test('a guest has a role in its own session only, and none without one', () => {
    const guest = { name: 'guest:1', isOperator: false };
    expect(roleOf({ ...guest, onlySession: sessionId }, shared)).toBe('observer');
    expect(roleOf({ ...guest, onlySession: 'session-2' }, shared)).toBeUndefined();
    expect(roleOf(guest, shared)).toBeUndefined();
  });

  test('a guest cannot create, fork or accept, whatever its role', () => {
    const session = { sessionId, members: { 'guest:1': 'controller' as const } };
    const guest: Principal = { name: 'guest:1', isOperator: false, onlySession: sessionId };
    const reasons = ['session/new', hubMethods.acceptInvitation].map((method) =>
      refused(() => {
        requireStanding(guest, method);
      }),
    );
    reasons.push(refused(() => requireRole(guest, session, { method: 'session/fork', sessionId })));
    expect(reasons).toEqual(reasons.map(() => expect.objectContaining({ data: { reason: 'guest' } })));
  });

  test('only operators use the commands of operators, also members of the session', () => {
    for (const method of [hubMethods.drain, hubMethods.status, hubMethods.sessions, hubMethods.stopSession]) {
      expect(refused(() => requireRole(people.owner, shared, { method, sessionId }))).toMatchObject({
        data: { reason: 'operator_required' },
      });
      expect(() => {
        requireStanding({ name: 'root', isOperator: true }, method);
      }).not.toThrow();
    }
  });

  test('an operator is not a member of the sessions of others', () => {
    const operator = { name: 'root', isOperator: true };
    expect(refused(() => requireRole(operator, shared, { method: 'session/prompt', sessionId }))).toEqual(
      unknownSession(sessionId).toObject(),
    );
  });

  test('reasons of refusals are words of a fixed set', () => {
    expect(refusalReason(unknownSession('x'))).toBe('not_found');
    expect(refusalReason(new RpcError(-32_602, 'x', { data: { reason: 'made up' } }))).toBeUndefined();
    expect(refusalReason(new Error('x'))).toBeUndefined();
  });
});
