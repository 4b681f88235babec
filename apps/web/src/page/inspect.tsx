/** The inspector in a browser. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { pageLink } from './connect/page-link.ts';
import { Inspector } from './inspector/inspector.tsx';
import { followTheme } from './preferences/theme.ts';
import './styles/editor.css';
import './styles/tokens.css';

const link = pageLink(location, history);
// The page says so where it is shown.
link.catch(() => undefined);
followTheme();

const root = document.querySelector('#root');
if (root === null) throw new Error('The page has no place for the inspector.');
createRoot(root).render(
  <StrictMode>
    <Inspector link={link} />
  </StrictMode>,
);
