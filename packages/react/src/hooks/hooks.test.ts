/** The hooks with each version of React that is supported. */
import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';
import { settled, VirtualClock } from '@acp-stack/testing';
import { textOf, type Transcript } from '@acp-stack/transcript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { AgentStore, AgentStoreOptions, SessionStore } from '../index.ts';
import { draw, openPage, reactKit, reactVersions, type Drawing, type ReactKit } from '../react-kits.test-support.ts';
import { said, ScriptedHub, TestFrames, text, type ScriptedOptions } from '../scripted-hub.test-support.ts';

let closePage: () => void;
beforeAll(() => {
  closePage = openPage();
});
afterAll(() => {
  closePage();
});

/** What tests share: a server, time and frames that stand still, and a place to draw in. */
interface Scene extends AsyncDisposable, Drawing {
  readonly hub: ScriptedHub;
  readonly clock: VirtualClock;
  readonly options: AgentStoreOptions;
  /** Lets everything happen that can, and draws a frame. */
  readonly frame: () => Promise<void>;
  /** Waits for a state. */
  readonly until: (isSo: () => boolean) => Promise<void>;
}

function scene(kit: ReactKit, options: ScriptedOptions = {}): Scene {
  const hub = new ScriptedHub(options);
  const clock = new VirtualClock();
  const frames = new TestFrames();
  const drawing = draw(kit);
  const frame = (): Promise<void> =>
    drawing.act(async () => {
      await settled();
      frames.draw();
    });
  return {
    ...drawing,
    hub,
    clock,
    options: {
      info: { name: 'test', version: '1' },
      connect: hub.connect,
      clock,
      frames: frames.schedule,
      random: () => 1,
      onWake: () => () => undefined,
    },
    frame,
    until: async (isSo) => {
      while (!isSo()) await frame();
    },
    [Symbol.asyncDispose]: async () => {
      await drawing.end();
      hub.die();
      await clock.advance(0);
    },
  };
}

const state = (name: string): SessionUpdate => ({ sessionUpdate: 'state_update', state: name }) as SessionUpdate;

describe.each(reactVersions)('with React %s', (version) => {
  let kit: ReactKit;
  let h: ReactKit['React']['createElement'];
  beforeAll(async () => {
    kit = await reactKit(version);
    h = kit.React.createElement;
  });

  /** Calls `use` with an agent and a session in a component that draws what it returns. */
  const inComponent = (
    { options }: Scene,
    use: (agent: AgentStore, session: SessionStore | undefined) => string,
    target: Parameters<ReactKit['hooks']['useSession']>[1] = { cwd: '/work' },
  ): (() => ReturnType<typeof h>) => {
    const Drawn = (): ReturnType<typeof h> => {
      const agent = kit.hooks.useAgent(options);
      const session = kit.hooks.useSession(agent, target);
      return h('p', null, use(agent, session));
    };
    return () => h(Drawn);
  };

  test('is that version', () => {
    expect(kit.version.startsWith(version)).toBe(true);
  });

  test('a server renders the initial state, and does not connect', async () => {
    await using stage = scene(kit);
    const element = inComponent(stage, (agent, session) => {
      const ids = kit.hooks.useEntryIds(session);
      const words = kit.hooks.useTranscript(session, (transcript) => transcript.entries.size);
      const { messages } = kit.hooks.useQueue(session);
      const { groups } = kit.hooks.useConfigOptions(session);
      const { sessions } = kit.hooks.useSessions(agent);
      const asked = kit.hooks.usePermissions(session).length + kit.hooks.useElicitation(session).length;
      const counts = [ids.length, words, messages.length, groups.length, sessions.length, asked];
      return `${agent.status} ${session?.status} ${counts.join('')}`;
    });
    expect(kit.renderToString(element())).toBe('<p>connecting opening 000000</p>');
    await settled();
    expect(stage.hub.dialled).toBe(0);
  });

  test('a page that a server rendered is taken over as it is, and then connects', async () => {
    await using stage = scene(kit);
    const element = inComponent(stage, (agent, session) => `${agent.status} ${session?.status}`);
    const container = document.createElement('div');
    container.innerHTML = kit.renderToString(element());
    const served = container.firstChild;
    const mismatches: unknown[] = [];
    let root: ReturnType<ReactKit['hydrateRoot']> | undefined;
    await stage.act(() => {
      root = kit.hydrateRoot(container, element(), { onRecoverableError: (error) => mismatches.push(error) });
    });
    await stage.until(() => container.textContent === 'open open');
    expect(container.firstChild).toBe(served);
    expect(mismatches).toEqual([]);
    await stage.act(() => root?.unmount());
  });

  test('StrictMode makes one connection and one session', async () => {
    await using stage = scene(kit);
    const element = inComponent(stage, (agent, session) => `${agent.status} ${session?.status} ${session?.id}`);
    await stage.render(h(kit.React.StrictMode, null, element()));
    await stage.until(() => stage.text().includes('open open'));
    expect(stage.text()).toBe('open open s1');
    await stage.clock.advance(1000);
    await stage.frame();
    expect(stage.hub.dialled).toBe(1);
    expect(stage.hub.asked('session/new')).toHaveLength(1);
    expect(stage.hub.asked('session/close')).toEqual([]);
  });

  test('the connection ends with the last component that uses it', async () => {
    await using stage = scene(kit);
    await stage.render(inComponent(stage, (agent) => agent.status)());
    await stage.until(() => stage.text() === 'open');
    await stage.render(null);
    await stage.clock.advance(0);
    await stage.hub.connection?.closed;
    expect(stage.hub.dialled).toBe(1);
  });

  test('the status follows a lost connection, and nothing is lost', async () => {
    await using stage = scene(kit, { isHub: true });
    let session: SessionStore | undefined;
    await stage.render(
      inComponent(stage, (agent, opened) => {
        session = opened;
        const texts = kit.hooks.useTranscript(opened, ({ entries }) =>
          entries
            .toArray()
            .map((entry) => ('content' in entry ? textOf(entry.content as never) : ''))
            .join('|'),
        );
        return `${agent.status} ${opened?.status} ${texts}`;
      })(),
    );
    await stage.until(() => stage.text().startsWith('open open'));
    await stage.hub.say('s1', text('m1', 'one '));
    stage.hub.die();
    await stage.frame();
    expect(stage.text()).toBe('reconnecting disconnected one ');
    await expect(session?.prompt('lost?')).rejects.toThrow('nothing was sent');
    await stage.hub.say('s1', text('m1', 'two'), false);
    await stage.clock.advance(250);
    await stage.until(() => stage.text().startsWith('open open'));
    expect(stage.text()).toBe('open open one two');
  });

  test('a token draws exactly one component again', async () => {
    await using stage = scene(kit);
    const drawn: string[] = [];
    const Line = kit.React.memo(({ session, id }: { session: SessionStore | undefined; id: string }) => {
      drawn.push(id);
      const entry = kit.hooks.useEntry(session, id);
      return h('p', null, entry !== undefined && 'content' in entry ? textOf(entry.content as never) : '');
    });
    const Status = kit.React.memo(({ session }: { session: SessionStore | undefined }) => {
      drawn.push('status');
      return h(
        'b',
        null,
        kit.hooks.useTranscript(session, (transcript) => transcript.state?.state ?? 'idle'),
      );
    });
    const Chat = (): ReturnType<typeof h> => {
      const session = kit.hooks.useSession(kit.hooks.useAgent(stage.options), { cwd: '/work' });
      const ids = kit.hooks.useEntryIds(session);
      drawn.push('list');
      return h('main', null, h(Status, { session }), ...ids.map((id) => h(Line, { key: id, session, id })));
    };
    await stage.render(h(Chat));
    await stage.until(() => stage.hub.asked('session/new').length > 0);
    await stage.frame();
    await stage.hub.say('s1', said('u1', 'hi'));
    await stage.hub.say('s1', text('m1', 'first'));
    await stage.hub.say('s1', text('m2', 'second'));
    await stage.frame();
    expect(stage.text()).toBe('idlehifirstsecond');
    drawn.length = 0;
    await stage.hub.say('s1', text('m2', ' and'));
    await stage.hub.say('s1', text('m2', ' more'));
    await stage.frame();
    expect(stage.text()).toBe('idlehifirstsecond and more');
    expect(drawn).toEqual(['agent_message:m2']);
    drawn.length = 0;
    await stage.hub.say('s1', state('running'));
    await stage.frame();
    expect(drawn).toEqual(['status']);
    drawn.length = 0;
    await stage.hub.say('s1', text('m3', 'third'));
    await stage.frame();
    expect(drawn).toEqual(['list', 'agent_message:m3']);
  });

  test('a selector that makes a new value each time draws once per change, or by its own equality', async () => {
    await using stage = scene(kit);
    const counts = { fresh: 0, equal: 0 };
    const ids = ({ entries }: Transcript): readonly string[] => entries.toArray().map(({ id }) => id);
    const Fresh = kit.React.memo(({ session }: { session: SessionStore | undefined }) => {
      counts.fresh += 1;
      return h('i', null, kit.hooks.useTranscript(session, (transcript) => ids(transcript)).length);
    });
    const isSame = (before: readonly string[], after: readonly string[]): boolean => before.join() === after.join();
    const Equal = kit.React.memo(({ session }: { session: SessionStore | undefined }) => {
      counts.equal += 1;
      return h('b', null, kit.hooks.useTranscript(session, (transcript) => ids(transcript), isSame).length);
    });
    const Both = (): ReturnType<typeof h> => {
      const session = kit.hooks.useSession(kit.hooks.useAgent(stage.options), { cwd: '/work' });
      return h('main', null, h(Fresh, { session }), h(Equal, { session }));
    };
    await stage.render(h(Both));
    await stage.until(() => stage.hub.asked('session/new').length > 0);
    await stage.hub.say('s1', text('m1', 'a'));
    await stage.frame();
    const before = { ...counts };
    await stage.hub.say('s1', text('m1', 'b'));
    await stage.hub.say('s1', text('m1', 'c'));
    await stage.frame();
    expect(counts).toEqual({ fresh: before.fresh + 1, equal: before.equal });
    expect(stage.text()).toBe('11');
  });

  test('another id is another session, and the same values are the same', async () => {
    await using stage = scene(kit);
    const Shown = ({ id }: { id: string }): ReturnType<typeof h> => {
      const agent = kit.hooks.useAgent(stage.options);
      const session = kit.hooks.useSession(agent, { sessionId: id, cwd: '/work' });
      return h('p', null, `${session?.id} ${session?.status}`);
    };
    await stage.render(h(Shown, { id: 'a' }));
    await stage.until(() => stage.text() === 'a open');
    await stage.render(h(Shown, { id: 'a' }));
    await stage.render(h(Shown, { id: 'b' }));
    await stage.until(() => stage.text() === 'b open');
    expect(stage.hub.asked('session/resume').map(({ sessionId }) => sessionId)).toEqual(['a', 'b']);
  });
});
