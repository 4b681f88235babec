/** Questions on a screen: each is a panel in place of the input box. */
import type { FormValues, PermissionQuestion } from '@acp-stack/workspace/client';

import type { Choice, Chosen, OwnForm, Questions } from '../ui/questions.ts';
import { FormPanel } from './form-panel.ts';
import { ListPanel } from './list-panel.ts';
import { OpenUrlPanel } from './open-url-panel.ts';
import type { Panel } from '../../../tui/panel.ts';
import { PanelQueue } from './panel-queue.ts';
import { PermissionPanel } from './permission-panel.ts';
import { QuietTime, type QuietClock } from './quiet-time.ts';

type FormAnswer = Awaited<ReturnType<Questions['form']>>;
type PageAnswer = Awaited<ReturnType<Questions['page']>>;

export class ScreenQuestions implements Questions {
  readonly #panels: PanelQueue;
  readonly #redraw: () => void;
  /** Keeps a key that was meant for something else from answering a question. */
  readonly quiet: QuietTime;

  constructor(redraw: () => void, clock?: QuietClock) {
    this.#redraw = redraw;
    this.#panels = new PanelQueue(redraw);
    this.quiet = new QuietTime(redraw, clock);
  }

  /** The visible question. */
  get current(): Panel | undefined {
    return this.#panels.current;
  }

  /** The visible permission request. */
  get permissionQuestion(): PermissionQuestion | undefined {
    const { current } = this;
    return current instanceof PermissionPanel ? current.question : undefined;
  }

  dismissAll(): void {
    this.#panels.dismissAll();
  }

  readonly permission: Questions['permission'] = (question, { signal, session }) =>
    this.#panels.ask<string | undefined>(
      { signal, dismissed: undefined },
      (done) =>
        new PermissionPanel({
          question,
          cwd: session?.cwd ?? '',
          done,
          redraw: this.#redraw,
          counts: (panel) => this.quiet.isOver(panel),
        }),
    );

  readonly form: Questions['form'] = (form, { values, problems, signal }) =>
    this.#panels.ask<FormAnswer>(
      { signal, dismissed: 'cancel' },
      (done) =>
        new FormPanel({
          form,
          values,
          problems,
          done,
          redraw: this.#redraw,
          counts: (panel) => this.quiet.isOver(panel),
        }),
    );

  readonly page: Questions['page'] = (page, { signal }) =>
    this.#panels.ask<PageAnswer>(
      { signal, dismissed: 'cancel' },
      (done) => new OpenUrlPanel({ page, done, counts: (panel) => this.quiet.isOver(panel) }),
    );

  choose<T>({ title, items, canSearch, selected, actions = {} }: Choice<T>): Promise<Chosen<T> | undefined> {
    const more = Object.entries(actions).map(([letter, does]) => `, Ctrl+${letter.toUpperCase()} ${does}`);
    return this.#panels.ask<Chosen<T> | undefined>(
      { dismissed: undefined },
      (done) =>
        new ListPanel<T>({
          title,
          items,
          canSearch,
          ...(selected === undefined ? {} : { selected }),
          hint: `Enter chooses${more.join('')}, Esc closes`,
          actions: Object.keys(actions),
          done,
          redraw: this.#redraw,
        }),
    );
  }

  async fillIn({ form, secrets, signal }: OwnForm): Promise<FormValues | undefined> {
    const answer = await this.#panels.ask<FormAnswer>(
      { signal, dismissed: 'cancel' },
      (done) => new FormPanel({ form, values: {}, problems: [], secrets, done, redraw: this.#redraw }),
    );
    return typeof answer === 'string' ? undefined : answer;
  }
}
