/** Everything that opens over the page. It is loaded when the first of it opens, with the library behind it. */
export { DialogPopup } from './dialog-popup.tsx';
export { MenuPopup } from './menu-popup.tsx';
export { DrawerPopup, PlainDialogPopup } from './panel-popups.tsx';
export { SearchSelectPopup } from './search-select-popup.tsx';
export { SelectPopup } from './select-popup.tsx';
