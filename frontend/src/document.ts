// What the document begins with: the styles, the theme, and the element to render into.
import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/newsreader/wght.css';
import '@fontsource/ibm-plex-mono/latin-500.css';
import './styles/tokens.css';
import './styles/base.css';

import { followOtherTabs } from './lib/theme';

followOtherTabs();

const root = document.getElementById('root');
if (!root) throw new Error('The document has no #root');

export const container = root;
