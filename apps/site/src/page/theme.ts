/** The theme of VitePress, with the playground. */
import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme';

import { PlaygroundFrame } from './playground-frame.ts';
import './styles/api.css';
import './styles/playground.css';
import './styles/site.css';

export const theme: Theme = {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => {
    app.component('Playground', PlaygroundFrame);
  },
};
