/** Logins: which are offered, what is refused, and what needs one. */
import type { Conversation } from '../../../conversation/conversation.ts';
import { Unreachable } from '../../../conversation/failure.ts';
import { fieldsOf, isFields, isRequest, type Fields, type Reply } from '../../../conversation/message.ts';
import type { AgentFacts } from '../../agent-facts.ts';
import type { AgentScenario } from '../../agent-scenario.ts';
import type { AgentStage } from '../../agent-stage.ts';
import { describeReply, invalidParams, isRefused, methodNotFound } from '../../sessions/describe-reply.ts';

const loginRequired = -32_000;

const needsMethods = (agent: AgentFacts): string | undefined =>
  agent.authMethods.length > 0 ? undefined : 'It offers no authMethods.';

const isTerminal = ({ type }: Fields): boolean => type === 'terminal';

/** The login methods that were offered on this connection. */
function methodsOn(conversation: Conversation): readonly Fields[] {
  const request = conversation.log.find(({ from, value }) => from === 'suite' && isRequest(value, 'initialize'));
  const { authMethods } = fieldsOf(conversation.replyTo(fieldsOf(request?.value)['id'])?.result);
  return Array.isArray(authMethods) ? authMethods.map(fieldsOf) : [];
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

/** The names of the variables that a login in a terminal sets. */
const namesIn = ({ env }: Fields): readonly unknown[] =>
  Array.isArray(env) ? env.map((variable) => fieldsOf(variable)['name']) : [];

const isDescribed = ({ vars }: Fields): boolean =>
  Array.isArray(vars) && vars.length > 0 && vars.every((each) => isText(fieldsOf(each)['name']));

function checkVariables(stage: AgentStage, methods: readonly Fields[]): void {
  const wanting = methods.filter(({ type }) => type === 'env_var');
  if (wanting.length === 0) return stage.notOffered('AUTH-16', 'It offers no login by variables.');
  const wrong = wanting.filter((method) => !isDescribed(method));
  return stage.check('AUTH-16', wrong.length === 0, `Without named vars: ${JSON.stringify(wrong)}.`);
}

/** Whether a result says nothing; `_meta` may always be there. */
const isEmpty = ({ result }: Reply): boolean => isFields(result) && Object.keys(result).every((key) => key === '_meta');

/** A user who logs in and out, as far as the suite may do that. */
class User {
  readonly #stage: AgentStage;
  readonly #conversation: Conversation;

  constructor(stage: AgentStage, conversation: Conversation) {
    this.#stage = stage;
    this.#conversation = conversation;
  }

  async logIn(methodId: string): Promise<void> {
    const { login } = this.#stage.dialect;
    const reply = await this.#conversation.request(login, { methodId });
    this.#checkExists(login, reply);
    if (reply.error !== undefined) throw new Unreachable(`The login ${describeReply(reply)}.`);
    this.#stage.check('AUTH-04', isEmpty(reply), `A login returned ${JSON.stringify(reply.result)}.`);
  }

  async logOut(): Promise<Reply> {
    const { logout } = this.#stage.dialect;
    const reply = await this.#conversation.request(logout, {});
    this.#checkExists(logout, reply);
    if (reply.error === undefined)
      this.#stage.check('AUTH-04', isEmpty(reply), `${logout} returned ${JSON.stringify(reply.result)}.`);
    return reply;
  }

  #checkExists(method: string, reply: Reply): void {
    this.#stage.check(
      'AUTH-09',
      !isRefused(reply, methodNotFound),
      `authMethods are offered, and ${method} ${describeReply(reply)}.`,
    );
  }

  /** Whether a new session is refused because of a login. */
  async isLockedOut(): Promise<boolean> {
    const params = { cwd: this.#stage.folder, mcpServers: [] };
    const { error } = await this.#conversation.request('session/new', params);
    return error?.code === loginRequired;
  }

  /** The statuses that were told may not repeat each other. */
  checkReports(): void {
    if (!this.#stage.agent.offers('auth.status'))
      return this.#stage.notOffered('AUTH-20', 'It does not offer auth/status.');
    const told = this.#conversation.notifications('auth/status_update').map(({ params }) => JSON.stringify(params));
    if (told.length === 0) return this.#stage.notTested('AUTH-20', 'It sent no auth/status_update.');
    const isRepeated = told.some((each, index) => index > 0 && each === told[index - 1]);
    return this.#stage.check('AUTH-20', !isRepeated, `auth/status_update was sent with ${told.join(', ')}.`);
  }
}

/** The scenarios about logins. */
export const authenticationScenarios: readonly AgentScenario[] = [
  {
    name: 'auth/offers',
    about: 'Looks at the login methods that are offered to clients with and without terminals.',
    versions: [1, 2],
    decides: ['AUTH-10'],
    run: async (stage) => {
      const found = 'A client that did not offer auth.terminal was offered a login of type terminal.';
      const isWrong = stage.agent.authMethods.some(isTerminal);
      if (isWrong) return stage.check('AUTH-10', false, found);
      const offered = methodsOn(await stage.shared(stage.dialect.everything));
      return offered.some(isTerminal)
        ? stage.check('AUTH-10', true, found)
        : stage.notOffered('AUTH-10', 'It offers no login in a terminal.');
    },
  },
  {
    name: 'auth/methods',
    about: 'Looks at the shape of the login methods.',
    versions: [2],
    decides: ['AUTH-03', 'AUTH-15'],
    needs: needsMethods,
    run: async (stage) => {
      const methods = methodsOn(await stage.shared(stage.dialect.everything));
      const shapeless = methods.filter(({ type, methodId, name }) => ![type, methodId, name].every(isText));
      stage.check('AUTH-03', shapeless.length === 0, `Without type, methodId or name: ${JSON.stringify(shapeless)}.`);
      const terminals = methods.filter((method) => namesIn(method).length > 0);
      if (terminals.length === 0) return stage.notOffered('AUTH-15', 'No login sets variables.');
      const twice = terminals.filter((method) => new Set(namesIn(method)).size < namesIn(method).length);
      return stage.check('AUTH-15', twice.length === 0, `A variable is set twice by ${JSON.stringify(twice)}.`);
    },
  },
  {
    name: 'auth/variables',
    about: 'Looks at the variables that a login takes.',
    versions: [1],
    decides: ['AUTH-16'],
    needs: needsMethods,
    run: (stage) => Promise.resolve(checkVariables(stage, stage.agent.authMethods)),
  },
  {
    name: 'auth/unknown-method',
    about: 'Logs in with a method that was not offered.',
    versions: [1, 2],
    decides: ['AUTH-01'],
    needs: needsMethods,
    run: async (stage) => {
      const conversation = await stage.shared();
      const { login } = stage.dialect;
      const reply = await conversation.request(login, { methodId: 'conformance-unknown' });
      stage.check(
        'AUTH-01',
        isRefused(reply, invalidParams),
        `${login} with an unknown method ${describeReply(reply)}.`,
      );
    },
  },
  {
    name: 'auth/status',
    about: 'Asks for the login status before anything else.',
    versions: [1, 2],
    decides: ['AUTH-18'],
    needs: (agent) => (agent.offers('auth.status') ? undefined : 'It does not offer auth/status.'),
    run: async (stage) => {
      const conversation = await stage.shared();
      const replies = [await conversation.request('auth/status', {}), await conversation.request('auth/status', {})];
      for (const reply of replies)
        stage.check('AUTH-18', !isRefused(reply, loginRequired), `auth/status ${describeReply(reply)}.`);
      const [first, second] = replies.map(({ result }) => JSON.stringify(fieldsOf(result)['state']));
      stage.check('AUTH-18', first === second, `auth/status said ${first}, then ${second}, and nothing was done.`);
    },
  },
  {
    name: 'auth/login',
    about: 'Logs in and out twice, and opens a session each time.',
    versions: [1, 2],
    decides: ['AUTH-04', 'AUTH-05', 'AUTH-07', 'AUTH-09', 'AUTH-20'],
    isAlone: true,
    needs: needsMethods,
    run: async (stage) => {
      const methodId = requireLogin(stage);
      const conversation = await stage.freshly();
      const user = new User(stage, conversation);
      const canLogOut = stage.dialect.offersLogout(stage.agent.result);
      // Earlier scenarios may have logged in, and what they did may be stored.
      if (canLogOut && !(await user.isLockedOut())) await user.logOut();
      const isLocked = await user.isLockedOut();
      await user.logIn(methodId);
      const isStillLocked = await user.isLockedOut();
      if (isLocked) stage.check('AUTH-05', !isStillLocked, 'session/new is refused with -32000 after a login.');
      else stage.notOffered('AUTH-05', 'It opens sessions without a login.');
      await user.logIn(methodId);
      if (!canLogOut) stage.notOffered('AUTH-07', 'It does not offer to log out.');
      else await checkLogout(stage, user, { isLocked: isLocked && !isStillLocked, methodId });
      await conversation.fence();
      user.checkReports();
    },
  },
];

/** The login that the suite may use; what it does to stored credentials has to be allowed. */
function requireLogin(stage: AgentStage): string {
  const { login } = stage;
  if (login === undefined)
    throw new Unreachable('Logging in and out changes what is stored; name a method that may be used with --login.');
  const key = stage.dialect.authMethodIdKey;
  if (stage.agent.authMethods.some((method) => method[key] === login)) return login;
  throw new Unreachable(`It does not offer the login method ${login}.`);
}

/** Logs out twice, and in again, so that the agent is left as it was. */
async function checkLogout(
  stage: AgentStage,
  user: User,
  { isLocked, methodId }: { readonly isLocked: boolean; readonly methodId: string },
): Promise<void> {
  const { error } = await user.logOut();
  const isLockedAgain = await user.isLockedOut();
  if (error !== undefined) stage.notTested('AUTH-07', 'It refuses to log out.');
  else if (isLocked)
    stage.check('AUTH-07', isLockedAgain, 'session/new succeeds after a logout, and did not before a login.');
  else stage.notOffered('AUTH-07', 'It opens sessions without a login.');
  await user.logOut();
  await user.logIn(methodId);
}
