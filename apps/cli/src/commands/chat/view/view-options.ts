/** How entries are rendered. */
import type { Transcript } from '@acp-stack/transcript';
import type { PermissionQuestion } from '@acp-stack/workspace/client';

import type { PictureOptions } from './picture-view.ts';
import type { PermissionAnswers } from '../conversation/permission-answers.ts';

export interface ViewOptions {
  readonly width: number;
  /** The folder of the session. */
  readonly cwd: string;
  /** Whether thoughts and long output are shown in full. */
  readonly isVerbose: boolean;
  /** The key that unfolds, if it is another one than at the prompt. */
  readonly unfoldKey?: string | undefined;
  /** How pictures are drawn; absent where they are only named. */
  readonly pictures?: PictureOptions | undefined;
  /** The animation step. */
  readonly tick: number;
  /** The decisions about tool calls. */
  readonly answers?: PermissionAnswers | undefined;
  /** The conversation of a subagent. */
  readonly subagent?: ((sessionId: string) => Transcript | undefined) | undefined;
  /** The question on the screen: it shows its tool call, which is not drawn a second time. */
  readonly asked?: PermissionQuestion | undefined;
}

/** The key that shows what is folded. */
export const unfoldKeyOf = ({ unfoldKey = 'Ctrl+T' }: Pick<ViewOptions, 'unfoldKey'>): string => unfoldKey;
