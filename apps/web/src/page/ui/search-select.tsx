/** A choice of one value out of a long list, with a search. */
import type { ReactNode } from 'react';

import { LazyChoice } from './lazy-choice.tsx';
import { lazyPopup } from './lazy-popups.tsx';
import type { SelectProps } from './select-popup.tsx';

const SearchSelectPopup = lazyPopup('SearchSelectPopup');

/** As `Select`, with a field that filters the list. */
export function SearchSelect(props: SelectProps): ReactNode {
  return <LazyChoice {...props} Popup={SearchSelectPopup} />;
}
