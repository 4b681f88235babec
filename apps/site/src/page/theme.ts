/** The theme of VitePress, with the playground. */
import { useData, type Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme';
import { onMounted, watch } from 'vue';

import { PlaygroundFrame } from './playground-frame.ts';
import './styles/api.css';
import './styles/playground.css';
import './styles/site.css';

export const theme: Theme = {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => {
    app.component('Playground', PlaygroundFrame);
  },
  setup: () => {
    const { frontmatter } = useData();
    onMounted(() => {
      watch(() => frontmatter.value['layout'] === 'home', markMain, { immediate: true, flush: 'post' });
    });
  },
};

/** The home page of VitePress has no main landmark, which every other page has. */
function markMain(isHome: boolean): void {
  const content = document.querySelector('#VPContent');
  if (isHome) content?.setAttribute('role', 'main');
  else content?.removeAttribute('role');
}
