/** VitePress looks here for the settings of the site. */
import { siteConfig } from '../src/site-config.ts';

export default siteConfig;
