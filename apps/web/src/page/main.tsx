/** The client in a browser. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { App } from './app/app.tsx';
import { pageLink } from './connect/page-link.ts';
import { followTheme } from './preferences/theme.ts';
import { followEditorActions } from './actions/editor-actions.ts';
import './styles/editor.css';
import './styles/tokens.css';

const link = pageLink(location, history);
// The page says so where it is shown.
link.catch(() => undefined);
followTheme();
followEditorActions();

const root = document.querySelector('#root');
if (root === null) throw new Error('The page has no place for the client.');
createRoot(root).render(
  <StrictMode>
    <App link={link} />
  </StrictMode>,
);
