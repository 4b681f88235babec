/** VitePress looks here for the theme of the site. */
import { theme } from '../../src/page/theme.ts';

export default theme;
