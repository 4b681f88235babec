/** A choice of one value out of a list. */
import type { ReactNode } from 'react';

import { LazyChoice } from './lazy-choice.tsx';
import { lazyPopup } from './lazy-popups.tsx';
import type { SelectProps } from './select-popup.tsx';

export type { Choice } from './select-popup.tsx';

const SelectPopup = lazyPopup('SelectPopup');

/** Shows the chosen value, and the list when it is pressed. */
export function Select(props: SelectProps): ReactNode {
  return <LazyChoice {...props} Popup={SelectPopup} />;
}
