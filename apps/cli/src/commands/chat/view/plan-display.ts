/**
 * How much of the plans is shown above the input: everything in the turn that they belong to, one line in later turns,
 * and nothing if the user has hidden them or a later turn follows a finished plan.
 */
import { lastPlan, type Transcript } from '@acp-stack/transcript';

import type { Line } from '../../../tui/styled-line.ts';
import type { Turn } from '../conversation/turn.ts';
import { earlierPlanView, planView } from './plan-view.ts';

interface PlanSpace {
  readonly width: number;
  readonly maxLines: number;
  /** Whether the agent works. */
  readonly isBusy: boolean;
  /** The turn of the last prompt that was sent here, which may begin and end between two frames. */
  readonly turn?: Turn | undefined;
}

export class PlanDisplay {
  #isHidden = false;
  #wasBusy = false;
  #turn: Turn | undefined;
  /** The plan when the agent was last idle, and before the last turn began. */
  #idle: unknown;
  #earlier: unknown;

  /** Hides the plans, or shows them again. */
  toggle(): void {
    this.#isHidden = !this.#isHidden;
  }

  draw(transcript: Transcript, { width, maxLines, isBusy, turn }: PlanSpace): readonly Line[] {
    const last = lastPlan(transcript)?.plan;
    if (turn !== this.#turn) this.#earlier = turn?.planBefore;
    else if (isBusy && !this.#wasBusy) this.#earlier = this.#idle;
    this.#turn = turn;
    this.#wasBusy = isBusy;
    if (!isBusy) this.#idle = last;
    if (this.#isHidden || last === undefined || maxLines < 1) return [];
    return last === this.#earlier ? earlierPlanView(transcript, width) : planView(transcript, { width, maxLines });
  }
}
